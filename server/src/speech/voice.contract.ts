import { setImmediate as nextTurn } from 'node:timers/promises';
import { visemeNames } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Heard, hear, loudness, neverAborted, sentenceOf } from './testing/collect.ts';
import { SpeechFailure, type SpeechPiece, type Voice } from './voice.ts';

export type VoiceUnderTest = {
  readonly name: string;
  /** Starts a working voice. What it needs is added to `deps`. */
  start(deps: AsyncDisposableStack): Promise<Voice>;
  /** The voice needs seconds for minutes of sound, so only some of the endless texts are tested. */
  readonly isSlow?: boolean;
};

const textsWithoutEnd = [
  ['letters', 'a'.repeat(65_536)],
  ['tags', '<prosody rate="fast">'.repeat(3_000)],
  ['breaks', '<break time="10s"/>x '.repeat(3_000)],
  ['figures', '9'.repeat(65_536)],
  ['words', 'and so on '.repeat(6_500)],
] as const;

const longestPieceMs = 250;
const quiet = 60;
const toleranceMs = 1;

/** The rules for every voice, wherever its sound comes from. */
export function describeVoice({ name, start, isSlow = false }: VoiceUnderTest): void {
  describe(`${name}, as any voice`, () => {
    const deps = new AsyncDisposableStack();
    let voice: Voice;

    beforeAll(async () => {
      voice = await start(deps);
    });
    afterAll(async () => await deps.disposeAsync());

    it('[SP1] yields a start, audio without gaps in small pieces, and an end', async () => {
      const { pieces, durationMs, sampleRate, samples } = await hear(
        voice,
        'Good day, and welcome to the house by the sea. How are you?',
      );
      expect(pieces[0]?.kind).toBe('start');
      expect(pieces.at(-1)?.kind).toBe('end');
      expect(pieces.filter(({ kind }) => kind === 'start' || kind === 'end')).toHaveLength(2);
      let reachedMs = 0;
      for (const piece of pieces.filter((piece) => piece.kind === 'audio')) {
        expect(piece.startMs).toBeCloseTo(reachedMs, 0);
        expect(piece.durationMs).toBeLessThanOrEqual(longestPieceMs);
        expect(piece.pcm.byteLength % 2).toBe(0);
        expect((piece.pcm.byteLength / 2 / sampleRate) * 1_000).toBeCloseTo(piece.durationMs, 0);
        reachedMs = piece.startMs + piece.durationMs;
      }
      expect(durationMs).toBeCloseTo(reachedMs, 0);
      expect((samples.length / sampleRate) * 1_000).toBeCloseTo(durationMs, 0);
    });

    it('[SP2] has sound, and its times cover the audio in order', async () => {
      const text = 'Good day, and welcome to the house by the sea.';
      const heard = await hear(voice, text);
      expect(loudness(heard)).toBeGreaterThan(200);
      expect(heard.durationMs).toBeGreaterThan(1_000);
      expectOrder(heard);
      expect(heard.words.map(({ written }) => written)).toEqual(text.split(' '));
      expect(new Set(heard.visemes.map(({ viseme }) => viseme)).size).toBeGreaterThan(5);
    });

    it('[SP3] sends the times of a sound before the sound', async () => {
      let knownUntilMs = 0;
      await hear(voice, 'One moment, please, I am looking for it right now.', neverAborted, (piece) => {
        if (piece.kind === 'timing') {
          const last = piece.visemes.at(-1);
          if (last !== undefined) knownUntilMs = last.startMs + last.durationMs;
        }
        if (piece.kind === 'audio') {
          expect(piece.startMs + piece.durationMs).toBeLessThanOrEqual(knownUntilMs + toleranceMs);
        }
      });
      expect(knownUntilMs).toBeGreaterThan(0);
    });

    it('[SP4] a break is silence of its length', async () => {
      const heard = await hear(voice, 'Wait <break time="800ms"/> here.');
      const [before, after] = heard.words;
      expect(heard.words).toHaveLength(2);
      const endMs = (before?.startMs ?? 0) + (before?.durationMs ?? 0);
      const pauseMs = (after?.startMs ?? 0) - endMs;
      expect(pauseMs).toBeGreaterThan(790);
      // A provider's voice may begin and end with some silence of its own.
      expect(pauseMs).toBeLessThan(heard.precision.visemes === 'exact' ? 830 : 1_300);
      expect(loudness(heard, endMs + 100, endMs + 750)).toBeLessThan(quiet);
      const closedMs = heard.visemes
        .filter(
          ({ viseme, startMs }) => viseme === 'sil' && startMs >= endMs - 1 && startMs < endMs + pauseMs,
        )
        .reduce((sum, { durationMs }) => sum + durationMs, 0);
      expect(closedMs).toBeGreaterThan(600);
    });

    it('[SP5] a mark has the time of what follows it', async () => {
      const heard = await hear(
        voice,
        '<mark name="a"/>Wait <break time="300ms"/><mark name="b"/>here.<mark name="c"/>',
      );
      expect(heard.marks.map(({ name: mark }) => mark)).toEqual(['a', 'b', 'c']);
      const [first, second] = heard.words;
      const [a, b, c] = heard.marks;
      expect(a?.atMs).toBeLessThanOrEqual(first?.startMs ?? 0);
      expect(Math.abs((b?.atMs ?? 0) - (second?.startMs ?? 0))).toBeLessThan(250);
      expect(c?.atMs).toBeGreaterThanOrEqual(second?.startMs ?? 0);
      expect(c?.atMs).toBeLessThanOrEqual(heard.durationMs);
    });

    it('[SP6] a signal that was aborted before leaves the voice unused', async () => {
      const pieces: SpeechPiece[] = [];
      const failure = await failureOf(
        hear(voice, 'Nobody wants to hear this.', AbortSignal.abort(), (piece) => pieces.push(piece)),
      );
      expect(failure.stage).toBe('aborted');
      expect(pieces).toEqual([]);
    });

    it('[SP6] the signal ends a sentence immediately', async () => {
      const controller = new AbortController();
      const kinds: string[] = [];
      const speech = hear(voice, longText, controller.signal, ({ kind }) => {
        kinds.push(kind);
        if (kind === 'audio') controller.abort();
      });
      expect((await failureOf(speech)).stage).toBe('aborted');
      expect(kinds.filter((kind) => kind === 'audio')).toHaveLength(1);
    });

    it('[SP6] the signal ends a wait for the next piece', async () => {
      const controller = new AbortController();
      const reader = voice.speak(sentenceOf(longText), controller.signal)[Symbol.asyncIterator]();
      expect((await reader.next()).value?.kind).toBe('start');
      const next = reader.next();
      controller.abort();
      const failure = await next.then(
        () => failureOf(reader.next()),
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ stage: 'aborted' });
    });

    it('[SP6] leaving the loop stops the work, and the voice can be used again', async () => {
      for await (const piece of voice.speak(sentenceOf(longText), neverAborted)) {
        if (piece.kind === 'audio') break;
      }
      await nextTurn();
      expect((await hear(voice, 'And again.')).durationMs).toBeGreaterThan(200);
    });

    it.each(['', '   ', '<mark name=""/>', '...', '<svc-wave/>'])(
      '[SP7] nothing to say: %j',
      async (markup) => {
        const heard = await hear(voice, markup);
        expect(heard.pieces.map(({ kind }) => kind)).toEqual(['start', 'end']);
        expect(heard.durationMs).toBe(0);
      },
    );

    it('[SP7] a break alone is silence', async () => {
      const heard = await hear(voice, '<break time="400ms"/>');
      expect(heard.durationMs).toBe(400);
      expect(loudness(heard)).toBe(0);
      expectOrder(heard);
    });

    it.each(isSlow ? textsWithoutEnd.slice(0, 2) : textsWithoutEnd)(
      '[SP8] 64 KiB of %s are cut',
      async (_what, markup) => {
        const heard = await hear(voice, markup);
        expect(heard.durationMs).toBeLessThan(400_000);
        expectOrder(heard);
      },
    );

    it('[SP9] sentences at the same time do not mix', async () => {
      const texts = [
        'One.',
        'Two and two.',
        'Three, three, three.',
        'Four.',
        'Five by five.',
        'Six.',
        'Seven.',
        'Eight.',
      ];
      const all = await Promise.all(texts.map((text) => hear(voice, text)));
      expect(all.map(({ words }) => words.map(({ written }) => written).join(' '))).toEqual(texts);
      for (const heard of all) {
        expectOrder(heard);
        expect(loudness(heard)).toBeGreaterThan(100);
      }
    });

    it('[SP11] slow speech takes longer, and soft speech is softer', async () => {
      const text = 'The weather is fine today.';
      const [plain, slow, soft] = await Promise.all([
        hear(voice, text),
        hear(voice, `<prosody rate="50%">${text}</prosody>`),
        hear(voice, `<prosody volume="-12dB">${text}</prosody>`),
      ]);
      expect(slow.durationMs).toBeGreaterThan(plain.durationMs * 1.4);
      expect(loudness(soft)).toBeLessThan(loudness(plain) / 2);
      expect(loudness(soft)).toBeGreaterThan(loudness(plain) / 10);
    });

    it('[SP11] an alias is spoken in place of its content', async () => {
      const heard = await hear(voice, 'The <sub alias="World Wide Web">WWW</sub> works.');
      expect(heard.words.map(({ written }) => written)).toEqual(['The', 'World', 'Wide', 'Web', 'works.']);
    });
  });
}

const longText =
  'This is a rather long sentence, with some clauses in it, so that it takes a while to be said aloud.';

/** Collects what is wrong with the times, because thousands of single expectations take long. */
function disorderOf({ visemes, words, durationMs }: Heard): string[] {
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string, thing: unknown) => {
    if (!isRight) wrong.push(`${what}: ${JSON.stringify(thing)}`);
  };
  let reachedMs = 0;
  for (const viseme of visemes) {
    check(visemeNames.includes(viseme.viseme), 'no such viseme', viseme);
    check(Math.abs(viseme.startMs - reachedMs) <= toleranceMs, `not at ${reachedMs}`, viseme);
    check(viseme.durationMs >= 0, 'backwards', viseme);
    reachedMs = viseme.startMs + viseme.durationMs;
  }
  check(Math.abs(reachedMs - durationMs) <= toleranceMs, `visemes do not end at ${durationMs}`, reachedMs);
  let wordMs = 0;
  let reached = 0;
  for (const word of words) {
    check(word.startMs >= wordMs - toleranceMs, `before ${wordMs}`, word);
    check(word.durationMs >= 0, 'backwards', word);
    check(word.from >= reached && word.to >= word.from, `not behind ${reached}`, word);
    wordMs = word.startMs + word.durationMs;
    reached = word.to;
  }
  check(wordMs <= durationMs + toleranceMs, `words end behind ${durationMs}`, wordMs);
  return wrong;
}

export function expectOrder(heard: Heard): void {
  expect(disorderOf(heard)).toEqual([]);
}

export async function failureOf(speech: Promise<unknown>): Promise<SpeechFailure> {
  const outcome = await speech.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof SpeechFailure) return outcome;
  throw new Error('expected a failure of speech', { cause: outcome });
}
