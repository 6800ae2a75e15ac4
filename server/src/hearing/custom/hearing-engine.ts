import { maxTurnSamples, sanitizeText } from '@parley/protocol';
import { ModelEngine, ModelFailure } from '../../custom-models/index.ts';
import { type Clock, FairShares, systemClock } from '../../kernel/index.ts';
import { HearingFailure } from '../hearing-failure.ts';
import {
  type CustomRecogniser,
  customRecogniserName,
  customRecognisers,
  hearLimitMs,
  recogniserProgram,
} from './custom-recognisers.ts';
import type { ForgetTurn, HearRequest } from './recogniser-main.ts';
import { SampleBuffer } from './sample-buffer.ts';

/** A turn of a visitor that is being heard. */
export type HeardTurn = Disposable & {
  /**
   * Takes more of the turn's sound, 16,000 samples a second, and gives the words so far. After the last sound the turn is
   * over. Rejects with a HearingFailure.
   */
  hear(sound: Float32Array, isLast: boolean, signal: AbortSignal): Promise<string>;
  /** Takes more of the turn's sound, for the next call of `hear`. Throws a HearingFailure if the turn is too long. */
  add(sound: Float32Array): void;
};

/** This many turns may be open at the same time. Each takes up to 2 MB in the model's process. */
const maxTurns = 100;
/** A page that has sent nothing of a turn for so long does not go on with it. */
const idleTurnMs = 60_000;
/** The longest turn, and as much again twice over for a slow connection and a model that is in demand. */
const oldTurnMs = 90_000;
/** No visitor says that much in half a minute. */
const maxTextBytes = 8_192;

/** Hears with the recognisers that the operator added. */
export class HearingEngine implements AsyncDisposable {
  readonly #voiceFolder: string | null;
  readonly #engine: ModelEngine<CustomRecogniser, HearRequest, string>;
  readonly #shares = new FairShares(maxTurns);
  readonly #clock: Clock;
  readonly #turns = new Set<OpenTurn>();
  #lastTurn = 0;

  constructor(voiceFolder: string | null, limitMs = hearLimitMs, clock = systemClock) {
    this.#clock = clock;
    this.#voiceFolder = voiceFolder;
    const program = recogniserProgram;
    this.#engine = new ModelEngine({ models: customRecognisers, voiceFolder, program, limitMs });
  }

  /** Why an avatar cannot hear with this recogniser; null if it can. */
  problemWith(recogniser: string): string | null {
    const name = customRecogniserName(recogniser);
    if (name === null || customRecognisers.read(this.#voiceFolder, name) !== null) return null;
    return `There is no own recogniser "${name}" on this machine. Run "./parley hearing add-model FOLDER --name ${name}".`;
  }

  recognisers(): readonly CustomRecogniser[] {
    return customRecognisers.all(this.#voiceFolder);
  }

  /** Throws a HearingFailure if the model is gone or too many visitors speak. */
  openTurn(account: string, name: string): HeardTurn {
    const model = customRecognisers.read(this.#voiceFolder, name);
    if (model === null) throw new HearingFailure('server', `The model "${name}" is not on this machine.`);
    if (!this.#shares.fits(account, 1)) this.#endIdleAndOldTurns();
    if (!this.#shares.fits(account, 1))
      throw new HearingFailure('server', 'Too many visitors speak at once.');
    this.#shares.take(account);
    this.#lastTurn += 1;
    const turn: OpenTurn = new OpenTurn(this.#engine, account, model, this.#lastTurn, this.#clock, () => {
      this.#shares.giveBack(account);
      this.#turns.delete(turn);
    });
    this.#turns.add(turn);
    return turn;
  }

  /** Pages that keep a turn open without speaking, or with a little sound now and then, take no place from those that speak. */
  #endIdleAndOldTurns(): void {
    const now = this.#clock.monotonicMs();
    for (const turn of this.#turns)
      if (turn.lastSoundAt < now - idleTurnMs || turn.openedAt < now - oldTurnMs) turn[Symbol.dispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#engine[Symbol.asyncDispose]();
  }
}

class OpenTurn implements HeardTurn {
  readonly #engine: ModelEngine<CustomRecogniser, HearRequest, string>;
  readonly #account: string;
  readonly #model: CustomRecogniser;
  readonly #turn: number;
  readonly #clock: Clock;
  readonly #release: () => void;
  readonly openedAt: number;
  lastSoundAt: number;
  /** What the model has not got yet. */
  readonly #waiting = new SampleBuffer();
  #samples = 0;
  #isFirst = true;
  #text = '';
  #isOver = false;

  constructor(
    engine: ModelEngine<CustomRecogniser, HearRequest, string>,
    account: string,
    model: CustomRecogniser,
    turn: number,
    clock: Clock,
    release: () => void,
  ) {
    this.#clock = clock;
    this.openedAt = clock.monotonicMs();
    this.lastSoundAt = this.openedAt;
    this.#engine = engine;
    this.#account = account;
    this.#model = model;
    this.#turn = turn;
    this.#release = release;
  }

  add(sound: Float32Array): void {
    if (this.#isOver) throw new HearingFailure('server', 'This turn is over.');
    this.#samples += sound.length;
    if (sound.length === 0) return;
    this.lastSoundAt = this.#clock.monotonicMs();
    if (this.#samples > maxTurnSamples) {
      this[Symbol.dispose]();
      throw new HearingFailure('server', 'The turn is too long.');
    }
    this.#waiting.add(sound);
  }

  async hear(sound: Float32Array, isLast: boolean, signal: AbortSignal): Promise<string> {
    this.add(sound);
    // Words before the end are not worth a queue if the model must hear everything again for them.
    if (!isLast && !this.#model.streams && this.#engine.isBusy(this.#model.name)) return this.#text;
    const request = { turn: this.#turn, sound: this.#waiting.take(), isFirst: this.#isFirst, isLast };
    this.#isFirst = false;
    try {
      this.#text = textOf(await this.#engine.ask(this.#account, this.#model.name, request, signal));
      return this.#text;
    } catch (error) {
      this[Symbol.dispose]();
      throw failureOf(error, signal);
    } finally {
      if (isLast) this[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting.take();
    this.#release();
    this.#engine.notify(this.#model.name, { forget: this.#turn } satisfies ForgetTurn);
  }
}

function textOf(text: string): string {
  const words = sanitizeText(text).trim();
  if (Buffer.byteLength(words) <= maxTextBytes) return words;
  throw new HearingFailure('server', 'The model gave far more words than were said.');
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new HearingFailure('aborted', 'The visitor has gone.');
  if (!(error instanceof ModelFailure)) return error;
  return new HearingFailure(error.stage === 'timeout' ? 'timeout' : 'server', error.message);
}
