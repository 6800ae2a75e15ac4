import { setTimeout as sleep } from 'node:timers/promises';
import { clipRate, joined, silence, writeRecording } from '../../../e2e/testing/clips.ts';
import { openBrowser, visit } from '../../../e2e/testing/visit.ts';
import type { Clip } from './clips.ts';
import type { Rule } from './decisions.ts';
import { type Noted, pageScript } from './page-script.ts';
import { alignClips, type SpokenTurn, segmentsOf, turnOf } from './spoken-turns.ts';

/** Long enough for an answer, and for the page to load its models at the start. */
const gapMs = 7_000;
const leadMs = 8_000;
const loadMs = 15_000;
/** Sound with less silence in it is one clip. */
const clipGapMs = 3_000;

export type PageRun = {
  readonly turns: ReadonlyMap<Clip, SpokenTurn>;
  /** From the first sample of the interruption to the avatar's last sample; null if it did not stop. */
  readonly silencedMs: number | null;
  readonly checksMs: readonly number[];
  /** Checks of the model while nothing is recognised. */
  readonly aloneMs: readonly number[];
};

export type PageScene = {
  readonly chromium: string;
  readonly pageUrl: string;
  readonly folder: string;
  /** When the endpoint was asked, since 1970. */
  readonly asked: readonly number[];
};

/** Plays clips into the microphone of the avatar's page. The first words load the turn model and are not counted. */
export async function runInPage(
  scene: PageScene,
  clips: readonly Clip[],
  first: Float32Array,
  interruption: readonly [story: Float32Array, stop: Float32Array],
  rule: Rule,
  signal: AbortSignal,
): Promise<PageRun> {
  const [story, stop] = interruption;
  const pieces = [
    { sound: first, gapMs: loadMs },
    ...clips.map(({ sound }) => ({ sound, gapMs })),
    { sound: story, gapMs: clipGapMs + 2_000 },
    { sound: stop, gapMs },
  ];
  const startsMs: number[] = [];
  let lengthMs = leadMs;
  for (const { sound: piece, gapMs: after } of pieces) {
    startsMs.push(lengthMs);
    lengthMs += (piece.length * 1000) / clipRate + after;
  }
  const sound = joined([
    silence(leadMs),
    ...pieces.flatMap(({ sound: piece, gapMs: after }) => [piece, silence(after)]),
  ]);
  const recording = `${scene.folder}/clips.wav`;
  writeRecording(recording, sound);
  await using browser = await openBrowser(
    scene.chromium,
    `--use-file-for-fake-audio-capture=${recording}%noloop`,
  );
  await using visited = await visit(browser, 'about:blank', undefined, pageScript);
  const { page } = visited;
  if (rule === 'half a second') await page.route('**/smart-turn-*', (route) => route.abort());
  await page.goto(scene.pageUrl);
  const since = scene.asked.length;
  await page.getByRole('button', { name: 'Start talking' }).click();
  await sleep(lengthMs + 3_000, undefined, { signal });
  const noted = await page.evaluate<Noted>('window.noted');
  const checks = await Promise.all(page.workers().map((worker) => worker.evaluate<number[]>(checkTimes)));
  const alone = await Promise.all(page.workers().map((worker) => worker.evaluate<number[]>(checksAlone)));
  const heard = alignClips(startsMs, segmentsOf(noted.heard, clipGapMs));
  const asked = scene.asked.slice(since);
  const turns = clips.flatMap((clip, index) => {
    const segment = heard[index + 1] ?? null;
    if (segment === null) return [];
    const [start = 0, next = 0] = startsMs.slice(index + 1);
    return [[clip, turnOf(segment, segment.fromMs + next - start, noted, asked)] as const];
  });
  const interrupted = heard.at(-1)?.fromMs;
  return {
    turns: new Map(turns),
    silencedMs: interrupted === undefined ? null : silencedAfter(interrupted, noted.played),
    checksMs: checks.flat(),
    aloneMs: alone.flat(),
  };
}

const checkTimes = "performance.getEntriesByName('turn model').map(({ duration }) => duration)";

/** Has three seconds of noise judged ten times, in the worker that has the model. */
const checksAlone = `(async () => {
  const before = performance.getEntriesByName('turn model').length;
  if (before === 0) return [];
  for (let check = 0; check < 10; check += 1) {
    const sound = Float32Array.from({ length: 48_000 }, () => Math.random() - 0.5);
    self.onmessage({ data: { kind: 'judge-turn', id: -1 - check, sound } });
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return (${checkTimes}).slice(before);
})()`;

/** The avatar was speaking when the interruption began. It is silent when its voice pauses for longer than between sentences. */
function silencedAfter(fromMs: number, played: readonly number[]): number | null {
  const speaking = segmentsOf(played, 1_000).find(({ fromMs: from, toMs }) => from < fromMs && toMs > fromMs);
  return speaking === undefined ? null : speaking.toMs - fromMs;
}
