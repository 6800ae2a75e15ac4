import type { CrowdReport, CrowdVerdict } from './crowd-report.ts';

/** The verdict as the first word of a text. */
export const verdictWords: Readonly<Record<CrowdVerdict, string>> = {
  carried: 'CARRIED',
  knee: 'KNEE',
  bent: 'BENT',
  failed: 'FAILED',
  limited: 'NOT FINISHED',
  stopped: 'STOPPED',
  untried: 'COULD NOT BE TRIED',
};

/** The result in a sentence or two. */
export function crowdSentence({ verdict, problem, knee, asked }: CrowdReport): string {
  const rate = knee?.turnsPerSecond;
  const soFar = knee === null ? 'No rate was carried.' : `It had carried ${rate} turns a second.`;
  const reason = problem === null ? '' : problem.replace(/\.?$/, '.');
  switch (verdict) {
    case 'carried':
      return asked.rate === null
        ? `It carries ${rate} turns a second, and more was not asked for.`
        : `It carries ${rate} turns a second.`;
    case 'knee':
      return `It carries ${rate} turns a second and bends at ${knee?.bendsAt}.`;
    case 'bent':
      return `It does not carry ${asked.rate === null ? 'even the lowest rate' : `${asked.rate} turns a second`}: ${reason}`;
    case 'failed':
      return `The crowd stopped because ${reason} ${soFar}`;
    case 'limited':
      return `The crowd ended before the target did: ${reason} ${soFar}`;
    case 'stopped':
      return `It was stopped before the end. ${soFar}`;
    case 'untried':
      return `One visitor could not talk to it, so no crowd came: ${reason}`;
  }
}
