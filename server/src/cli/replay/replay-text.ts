import { shortLine } from '@parley/protocol';
import type { ReplayDetail, ReplayTurn } from '@parley/protocol/management';
import { textTable } from '../table.ts';

type Side = ReplayDetail['summary']['before'];

const shownCharacters = 300;

/** A replay as text: the summary first, then each turn that differs. */
export function replayText({ turns, ...replay }: ReplayDetail & { turns: readonly ReplayTurn[] }): string {
  const { state, summary, sessions, brain, url, modelName } = replay;
  const headline = {
    waiting: 'WAITS',
    running: 'RUNS',
    done: summary.different === 0 ? 'NO DIFFERENCE' : 'DIFFERENT',
    stopped: 'STOPPED',
    failed: 'ENDED EARLY',
  }[state];
  const subject = brain === 'model' ? `${modelName} at ${url}` : url;
  const deleted = sessions.deleted === 0 ? '' : `, ${sessions.deleted} deleted since`;
  return [
    `${headline}: ${summary.different} of ${summary.turns} turns: ${subject}`,
    ...(replay.problem === null ? [] : [replay.problem]),
    `${sessions.played} of ${sessions.chosen} sessions played${deleted}. Other words: ${summary.wordsDiffer}. Other tags: ${summary.tagsDiffer}.`,
    '',
    sideTable(summary.before, summary.after),
    '',
    ...replay.replayedSessions.flatMap(({ session, problem }) =>
      problem === null ? [] : [`NOT PLAYED  ${session}: ${problem}`],
    ),
    ...turns.flatMap((turn) => turnLines(turn, sessionOf(replay, turn))),
    `Replay ${replay.id}`,
  ].join('\n');
}

const sessionOf = ({ replayedSessions }: Pick<ReplayDetail, 'replayedSessions'>, turn: ReplayTurn): string =>
  replayedSessions.find(({ number }) => number === turn.session)?.session ?? '';

function sideTable(before: Side, after: Side): string {
  const rows = [
    { name: 'before', ...before },
    { name: 'after', ...after },
  ];
  return textTable(
    {
      '': 'name',
      FAILED: 'failed',
      'FIRST SENTENCE': ({ firstSentenceMs }) => msText(firstSentenceMs.median),
      P95: ({ firstSentenceMs }) => msText(firstSentenceMs.p95),
      'WHOLE ANSWER': ({ totalMs }) => msText(totalMs.median),
      'P95 ': ({ totalMs }) => msText(totalMs.p95),
    },
    rows,
  );
}

const msText = (ms: number | null): string | null => (ms === null ? null : `${ms} ms`);

function turnLines(turn: ReplayTurn, session: string): string[] {
  const { before, after } = turn;
  return [
    `DIFFERENT  ${session} turn ${turn.turn}: ${shown(turn.question)}`,
    `  before  ${answerText(before.problem, before.words ?? '', before.tags ?? [])}`,
    `  after   ${answerText(after.problem, after.words, after.tags)}`,
    '',
  ];
}

const answerText = (problem: string | null, words: string, tags: readonly string[]): string =>
  problem === null ? shown([words, ...tags].join(' ')) || '(nothing)' : `FAILED: ${shown(problem)}`;

const shown = (text: string): string => shortLine(text, shownCharacters);
