/** Judges by the sound of speech whether the visitor is done. */
export type TurnJudge = {
  /** False while the model is still loading, and if there is none. */
  readonly isReady: boolean;
  /** A segment has begun or ended. */
  handleSegment(active: boolean): void;
  /** How probable that is. Null if the model failed. */
  probability(sound: Float32Array<ArrayBuffer>): Promise<number | null>;
};

/** The worker in which the model runs. */
export type TurnModelHost = {
  loadTurnModel(model: ArrayBuffer): Promise<void>;
  turnProbability(sound: Float32Array<ArrayBuffer>): Promise<number>;
};

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

  async probability(sound: Float32Array<ArrayBuffer>): Promise<number | null> {
    const before = this.#now();
    try {
      const probability = await this.#host.turnProbability(sound);
      this.#noteDuration(this.#now() - before);
      return probability;
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
  probability: () => Promise.resolve(null),
};

export async function fetchTurnModel(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.arrayBuffer();
}
