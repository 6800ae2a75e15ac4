import type { ReplayDetail, ReplayedSession, ReplaySummary, ReplayTurn } from '@parley/protocol/management';
import { html, type Markup } from '../../kernel/index.ts';
import { lineChart, reportPage, reportTable } from '../../rehearsal/index.ts';
import { replayLimits } from '../replay-limits.ts';
import type { TurnTimes } from '../turn-reads.ts';
import { comparedTurn } from './compared-turn.ts';

/** Enough to see what changed. The dashboard and the API have all of them. */
const shownTurns = 500;

/** The report as one HTML page. */
export async function replayReport(
  replay: ReplayDetail,
  times: readonly TurnTimes[],
  different: AsyncIterable<ReplayTurn>,
  madeAt: Date,
): Promise<string> {
  const { summary, replayedSessions } = replay;
  const sessionOf = new Map(replayedSessions.map(({ number, session }) => [number, session]));
  const shown: Markup[] = [];
  let bytes = 0;
  for await (const turn of different) {
    const compared = comparedTurn(turn, sessionOf.get(turn.session) ?? '');
    bytes += Buffer.byteLength(compared.text);
    if (shown.length > 0 && bytes > replayLimits.reportBytes) break;
    shown.push(compared);
    if (shown.length === shownTurns) break;
  }
  return reportPage({
    title: 'Another brain in stored conversations',
    lead: leadOf(replay),
    facts: factsOf(summary),
    sections: [
      { heading: 'Time to the first sentence', body: chartOf(times, 'firstSentenceMs') },
      { heading: 'Time to the whole answer', body: chartOf(times, 'totalMs') },
      { heading: 'Turns that differ', body: differentTurns(shown, summary.different) },
      { heading: 'Sessions', body: sessionTable(replayedSessions) },
    ],
    madeAt,
  });
}

function leadOf({ brain, url, modelName, sessions, summary, state, problem }: ReplayDetail): string {
  const other = brain === 'model' ? `${modelName} at ${url}` : url;
  const share =
    summary.different === 0
      ? `None of ${summary.turns} answers differs`
      : `${summary.different} of ${summary.turns} answers differ`;
  const early = problem === null ? '' : ` ${problem}`;
  const open = state === 'waiting' || state === 'running' ? ' The replay is still running.' : '';
  return `${share} when ${other} gets what visitors said in ${sessions.played} of ${sessions.chosen} sessions.${early}${open}`;
}

function factsOf({ turns, different, wordsDiffer, tagsDiffer, before, after }: ReplaySummary) {
  const ms = (value: number | null): string => (value === null ? '–' : `${value} ms`);
  return [
    { name: 'Turns', value: String(turns) },
    { name: 'Different', value: String(different), is: different > 0 ? ('bad' as const) : ('good' as const) },
    { name: 'Other words', value: String(wordsDiffer) },
    { name: 'Other tags', value: String(tagsDiffer) },
    {
      name: 'Failed',
      value: String(after.failed),
      note: `before: ${before.failed}`,
      is: after.failed > before.failed ? ('bad' as const) : undefined,
    },
    {
      name: 'First sentence, median',
      value: ms(after.firstSentenceMs.median),
      note: `before: ${ms(before.firstSentenceMs.median)}`,
    },
    {
      name: 'First sentence, 95 %',
      value: ms(after.firstSentenceMs.p95),
      note: `before: ${ms(before.firstSentenceMs.p95)}`,
    },
    {
      name: 'Whole answer, median',
      value: ms(after.totalMs.median),
      note: `before: ${ms(before.totalMs.median)}`,
    },
  ];
}

function differentTurns(shown: readonly Markup[], count: number): Markup {
  if (count === 0) return html`<p>There are none.</p>`;
  const rest =
    count > shown.length
      ? html`<p>These are the first ${shown.length} of ${count}. The other ${count - shown.length} are left out, because the page would be too
large. The dashboard shows them.</p>`
      : '';
  return html`${rest}${shown}`;
}

const sessionTable = (sessions: readonly ReplayedSession[]): Markup =>
  reportTable(
    'Each session with the number of its turns',
    [
      { heading: 'Session', cell: ({ session }) => session },
      { heading: 'Avatar', cell: ({ avatar }) => avatar.name },
      { heading: 'Turns', cell: ({ turns }) => turns, isNumber: true },
      { heading: 'Different', cell: ({ different }) => different, isNumber: true },
      { heading: 'Problem', cell: ({ problem }) => problem ?? '' },
    ],
    sessions,
    ({ problem }) => (problem === null ? '' : 'bad'),
  );

type Measure = 'firstSentenceMs' | 'totalMs';
const shares = Array.from({ length: 21 }, (_, index) => index * 5);

/** How long the quickest turns take, up to all of them. */
function chartOf(turns: readonly TurnTimes[], measure: Measure): Markup {
  const curve = (side: 'before' | 'after') => {
    const times = turns.flatMap((turn) => turn[side][measure] ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => times[Math.round(((times.length - 1) * share) / 100)] ?? 0;
    return times.length === 0
      ? []
      : shares.map((share) => ({ x: share, y: at(share), label: `${share} %: ${at(share)} ms` }));
  };
  return lineChart({
    caption: 'How many of the turns take at most so long',
    x: { title: '% of turns' },
    y: { title: 'ms' },
    series: [
      { name: 'Before', tone: 4, line: 'dashed', points: curve('before') },
      { name: 'After', tone: 1, points: curve('after') },
    ],
  });
}
