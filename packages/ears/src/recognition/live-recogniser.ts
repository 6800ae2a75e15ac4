import type { SoundLine } from '@parley/client/sdk/ears';
import { bytesOf, toInt16 } from '@parley/protocol/audio';
import { encodeMicrophoneFrame, maxFrameSamples } from '@parley/protocol/wire';
import type { Recogniser, SegmentPart } from './recogniser.ts';

/** Longer than the service waits for its recogniser. */
const answerWithinMs = 25_000;

type Turn = {
  readonly segment: number;
  readonly language: string;
  readonly number: number;
  /** How many samples the service has. */
  sent: number;
  hasFailed: boolean;
};

/**
 * Sends what the visitor says to the service while they speak, and gets the words so far. Each time only the new sound
 * is sent. If that fails, the whole segment goes to `whole`.
 */
export class LiveRecogniser implements Recogniser {
  readonly isExpensive = false;
  readonly isReady = true;
  readonly needsEnd = true;
  readonly #line: () => SoundLine | null;
  readonly #language: string;
  readonly #whole: Recogniser;
  #turn: Turn | null = null;
  #turns = 0;

  constructor(line: () => SoundLine | null, language: string, whole: Recogniser) {
    this.#line = line;
    this.#language = language;
    this.#whole = whole;
  }

  async recognise(
    samples: Float32Array<ArrayBuffer>,
    signal: AbortSignal,
    part: SegmentPart,
  ): Promise<string> {
    const turn = this.#turnOf(part.segment);
    const words = turn.hasFailed ? null : await this.#wordsOf(turn, samples, part.isLast, signal);
    if (words !== null) return words;
    turn.hasFailed = true;
    // Words before the end are welcome, but not worth an error.
    return part.isLast ? await this.#whole.recognise(samples, signal, part) : '';
  }

  #turnOf(segment: number): Turn {
    if (this.#turn?.segment === segment) return this.#turn;
    this.#turns += 1;
    this.#turn = { segment, language: this.#language, number: this.#turns, sent: 0, hasFailed: false };
    return this.#turn;
  }

  /** Null if the service cannot be asked, or did not hear anything. */
  async #wordsOf(
    turn: Turn,
    samples: Float32Array,
    last: boolean,
    signal: AbortSignal,
  ): Promise<string | null> {
    const line = this.#line();
    if (line === null) return null;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const stops = [
      line.on('frame', (frame) => {
        if (frame.type !== 'words' || frame.turn !== turn.number) return;
        if (frame.text === undefined) resolve(null);
        else if (frame.upTo === samples.length && frame.last === last) resolve(frame.text);
      }),
      line.on('connection', ({ state }) => {
        if (state !== 'connected') resolve(null);
      }),
    ];
    const giveUp = () => resolve(null);
    const timer = setTimeout(giveUp, answerWithinMs);
    signal.addEventListener('abort', giveUp, { once: true });
    if (!sendNew(line, turn, samples, last)) resolve(null);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      for (const stop of stops) stop();
    }
  }
}

/** Sends what the service does not have yet. False if that is not possible. */
function sendNew(line: SoundLine, turn: Turn, samples: Float32Array, last: boolean): boolean {
  if (samples.length < turn.sent) return false;
  do {
    const end = Math.min(samples.length, turn.sent + maxFrameSamples);
    const wants = end < samples.length ? 'nothing' : last ? 'last-words' : 'words';
    const sound = bytesOf(toInt16(samples.subarray(turn.sent, end)));
    const { number, language, sent: at } = turn;
    if (!line.sendSound(encodeMicrophoneFrame({ turn: number, at, wants, language, sound }))) return false;
    turn.sent = end;
  } while (turn.sent < samples.length);
  return true;
}
