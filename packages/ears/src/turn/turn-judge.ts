/** Judges whether the visitor is done. */
export type TurnJudge = {
  /** False while the model is still loading, and if there is none. */
  readonly isReady: boolean;
  /** A segment has begun or ended. */
  handleSegment(active: boolean): void;
  /** Null if the model failed. A long silence was judged before. */
  isDone(sound: Float32Array<ArrayBuffer>, isLong: boolean): Promise<boolean | null>;
};

/** The worker in which the model runs. */
export type TurnModelHost = {
  loadTurnModel(model: ArrayBuffer): Promise<void>;
  turnProbability(sound: Float32Array<ArrayBuffer>): Promise<number>;
};

/** Measured by the bench voice-to-voice. The longer it is silent, the surer the model is, also in the middle of a sentence. */
export const meansDone = (probability: number, isLong: boolean): boolean =>
  probability >= (isLong ? 0.85 : 0.4);

/** A check that takes longer makes the answer come later than it would without the model. */
const slowMs = 200;
/** One slow check may be chance. */
const maxSlowChecks = 2;

/** Fetches the model once the visitor speaks, so that it does not delay the first words. */
export class FetchedTurnJudge implements TurnJudge {
  isReady = false;
  readonly #host: TurnModelHost;
  readonly #fetchModel: () => Promise<ArrayBuffer>;
  #state: 'unused' | 'fetching' | ArrayBuffer | 'given' = 'unused';
  #isSpeaking = false;
  #slowChecks = 0;
  readonly #now: () => number;

  constructor(
    host: TurnModelHost,
    fetchModel: () => Promise<ArrayBuffer>,
    now: () => number = () => performance.now(),
  ) {
    this.#host = host;
    this.#fetchModel = fetchModel;
    this.#now = now;
  }

  handleSegment(active: boolean): void {
    this.#isSpeaking = active;
    if (this.#state !== 'unused') return this.#start();
    this.#state = 'fetching';
    this.#fetchModel().then((model) => {
      this.#state = model;
      this.#start();
    }, warn);
  }

  async isDone(sound: Float32Array<ArrayBuffer>, isLong: boolean): Promise<boolean | null> {
    const before = this.#now();
    try {
      const probability = await this.#host.turnProbability(sound);
      this.#noteDuration(this.#now() - before);
      return meansDone(probability, isLong);
    } catch (error) {
      this.isReady = false;
      warn(error);
      return null;
    }
  }

  #noteDuration(ms: number): void {
    this.#slowChecks = ms > slowMs ? this.#slowChecks + 1 : 0;
    if (this.#slowChecks < maxSlowChecks) return;
    this.isReady = false;
    warn(new Error('it is too slow on this device'));
  }

  /** Starts the model in silence, because the worker hears nothing in the meantime. */
  #start(): void {
    if (this.#isSpeaking || typeof this.#state === 'string') return;
    const model = this.#state;
    this.#state = 'given';
    this.#host.loadTurnModel(model).then(() => {
      this.isReady = true;
    }, warn);
  }
}

function warn(error: unknown): void {
  console.warn('Parley: half a second of silence ends a turn, because the turn model does not work:', error);
}

/** For a service without the model. */
export const noTurnJudge: TurnJudge = {
  isReady: false,
  handleSegment() {},
  isDone: () => Promise.resolve(null),
};

export async function fetchTurnModel(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.arrayBuffer();
}
