import { type JunitCase, junitXml } from './junit-file.ts';
import type { ConversationResult, RehearsalReport } from './rehearsal-report.ts';
import { answerText } from './rehearsal-text.ts';

/** One test case for each step. A conversation that could not begin is one failed case. */
export const rehearsalJunit = ({ conversations, seconds }: RehearsalReport): string =>
  junitXml('parley rehearse', seconds, conversations.flatMap(casesOf));

function casesOf({ name, joining, steps }: ConversationResult): JunitCase[] {
  const start: JunitCase[] =
    joining === null ? [] : [{ name: `${name}: join`, outcome: 'failed', message: joining, body: joining }];
  return [
    ...start,
    ...steps.map(({ text, outcome, faults, answer }, index): JunitCase => {
      const came = answer === null ? [] : [`Came: ${answerText(answer)}`];
      return {
        name: `${name}: ${index + 1} ${text}`,
        outcome: outcome === 'not tried' ? 'skipped' : outcome,
        message: outcome === 'not tried' ? 'Not tried.' : faults.join(' '),
        body: outcome === 'failed' ? [...faults, ...came].join('\n') : '',
      };
    }),
  ];
}
