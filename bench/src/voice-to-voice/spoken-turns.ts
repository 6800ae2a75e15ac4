import type { Noted } from './page-script.ts';

/** One clip in the page. Times are milliseconds from the last sample of speech; null if it did not happen. */
export type SpokenTurn = {
  /** How often the page ended the turn before the last sample. */
  readonly premature: number;
  readonly decided: number | null;
  readonly words: number | null;
  readonly endpoint: number | null;
  readonly firstAudio: number | null;
  readonly played: number | null;
};

export type SoundSegment = { readonly fromMs: number; readonly toMs: number };

/** Sound with shorter silences than this between its blocks is one segment. */
export function segmentsOf(blocks: readonly number[], silenceMs: number): SoundSegment[] {
  const segments: { fromMs: number; toMs: number }[] = [];
  for (const atMs of blocks) {
    const last = segments.at(-1);
    if (last !== undefined && atMs - last.toMs < silenceMs) last.toMs = atMs;
    else segments.push({ fromMs: atMs, toMs: atMs });
  }
  return segments;
}

const toleranceMs = 600;

/**
 * Finds each clip in the sound of the microphone by when it must start after the one before it; null if it was not heard.
 * The sound falls behind when the machine is busy.
 */
export function alignClips(
  startsMs: readonly number[],
  heard: readonly SoundSegment[],
): (SoundSegment | null)[] {
  const found = (firstOffsetMs: number) => {
    let offsetMs = firstOffsetMs;
    return startsMs.map((startMs) => {
      const segment = heard.find(({ fromMs }) => Math.abs(fromMs - offsetMs - startMs) < toleranceMs) ?? null;
      if (segment !== null) offsetMs = segment.fromMs - startMs;
      return segment;
    });
  };
  const count = (segments: readonly (SoundSegment | null)[]) => segments.filter((one) => one !== null).length;
  return heard
    .flatMap(({ fromMs }) => startsMs.map((startMs) => found(fromMs - startMs)))
    .reduce((best, next) => (count(next) > count(best) ? next : best), found(0));
}

/** What happened from the start of a clip to the start of the next one. */
export function turnOf(
  { fromMs, toMs }: SoundSegment,
  untilMs: number,
  noted: Noted,
  asked: readonly number[],
): SpokenTurn {
  const ends = noted.sent.filter(({ type, active }) => type === 'speech' && active === false);
  const said = noted.sent.filter(({ type }) => type === 'message').map(({ atMs }) => atMs);
  const inTime = (atMs: number) => atMs >= fromMs && atMs < untilMs;
  const decided = ends.map(({ atMs }) => atMs).findLast(inTime) ?? null;
  const after = (times: readonly number[], sinceMs: number | null): number | null =>
    sinceMs === null ? null : (times.find((atMs) => atMs >= sinceMs && atMs < untilMs) ?? null);
  const words = after(said, decided);
  const endpoint = after(asked, words);
  const firstAudio = after(noted.received, endpoint);
  const played = after(noted.played, firstAudio);
  const from = (atMs: number | null) => (atMs === null ? null : atMs - toMs);
  return {
    premature: ends.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).length,
    decided: from(decided),
    words: from(words),
    endpoint: from(endpoint),
    firstAudio: from(firstAudio),
    played: from(played),
  };
}
