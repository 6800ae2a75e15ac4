import { CircuitBreakers, type Clock, Semaphore, SemaphoreFull, systemClock } from '../kernel/index.ts';
import { ModelFailure } from './model-failure.ts';
import { type CustomModel, customModelFolder, type ModelList } from './model-list.ts';
import { ModelProcess } from './model-process.ts';

export type ModelEngineOptions<Model extends CustomModel> = {
  /** The models that it runs, by their names. */
  readonly models: ModelList<Model>;
  readonly voiceFolder: string | null;
  /** The file that runs in a model's process. */
  readonly program: string;
  /** How long a request may take. */
  readonly limitMs: number;
  readonly clock?: Clock;
};

type Running<Answer> = {
  readonly addedAt: string | undefined;
  readonly process: ModelProcess<Answer>;
  readonly loaded: Promise<unknown>;
};

/** A model that was not used for this long is unloaded. */
const idleMs = 60_000;
const maxWaiting = 200;
/** A model that ends its process three times in a row is left alone for a while. */
const breakers = { failuresToOpen: 3, openMs: 30_000, maxCircuits: 1_000 };

/** Keeps a process for each own model that is in use. Accounts take turns. Rejects with a ModelFailure. */
export class ModelEngine<Model extends CustomModel, Request extends object, Answer>
  implements AsyncDisposable
{
  readonly #options: ModelEngineOptions<Model>;
  readonly #breakers: CircuitBreakers<string>;
  readonly #turns = new Map<string, Semaphore>();
  readonly #running = new Map<string, Running<Answer>>();
  readonly #idle = new Map<string, NodeJS.Timeout>();
  readonly #asked = new Map<string, number>();
  #isOver = false;

  constructor(options: ModelEngineOptions<Model>) {
    this.#options = options;
    this.#breakers = new CircuitBreakers({ clock: options.clock ?? systemClock, ...breakers });
  }

  /** The model that has this name now; null if there is none. */
  model(name: string): Model | null {
    return this.#options.models.read(this.#options.voiceFolder, name);
  }

  /** Whether a request would have to wait. */
  isBusy(name: string): boolean {
    return this.#asked.has(name);
  }

  /**
   * Asks the model that has this name when it is its turn. Rejects at once if it is aborted. A request that has begun goes
   * on, because a running model cannot be stopped.
   */
  async ask(account: string, name: string, request: Request, signal: AbortSignal): Promise<Answer> {
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    aborted.promise.catch(() => {});
    try {
      const work = this.#turnsOf(name).run(account, () => this.#askNow(name, request), { signal });
      this.#count(name, 1);
      const counted = work.finally(() => this.#count(name, -1));
      counted.catch(() => {});
      return await Promise.race([counted, aborted.promise]);
    } catch (error) {
      if (error instanceof SemaphoreFull) throw new ModelFailure('busy', 'Too many wait for this model.');
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Tells a model something, if it is running. */
  notify(name: string, note: object): void {
    this.#running.get(name)?.process.notify(note);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#running.keys()].map((name) => this.#end(name)));
  }

  async #askNow(name: string, request: Request): Promise<Answer> {
    if (this.#isOver) throw new ModelFailure('ended', 'The service stops.');
    const model = this.model(name);
    if (model === null) throw new ModelFailure('ended', `The model "${name}" is not on this machine.`);
    const { addedAt } = model;
    if (this.#running.get(name)?.addedAt !== addedAt) await this.#end(name);
    // Failures of the model that had this name before say nothing about this one.
    const breaker = `${name} ${addedAt}`;
    const permit = this.#breakers.enter(breaker, this.#options.limitMs);
    if (permit.kind === 'open')
      throw new ModelFailure('busy', `The model has failed ${permit.failures} times: ${permit.reason}`);
    clearTimeout(this.#idle.get(name));
    const running = this.#start(model);
    let isLoaded = false;
    try {
      await running.loaded;
      isLoaded = true;
      const answer = await running.process.ask(request, this.#options.limitMs);
      this.#breakers.succeeded(breaker);
      return answer;
    } catch (error) {
      const { stage, message } = error as ModelFailure;
      if (stage === 'refused') this.#breakers.undecided(breaker, permit);
      else this.#breakers.failed(breaker, permit, message);
      if (stage !== 'refused' || !isLoaded) await this.#end(name);
      throw error;
    } finally {
      if (running.process.isOver) await this.#end(name);
      if (!this.#isOver) this.#idle.set(name, setTimeout(() => void this.#end(name), idleMs).unref());
    }
  }

  #start(model: Model): Running<Answer> {
    const known = this.#running.get(model.name);
    if (known !== undefined && !known.process.isOver) return known;
    const process = new ModelProcess<Answer>(this.#options.program);
    const running = {
      addedAt: model.addedAt,
      process,
      loaded: process.load(customModelFolder(this.#options.voiceFolder ?? ''), model),
    };
    running.loaded.catch(() => {});
    this.#running.set(model.name, running);
    return running;
  }

  #turnsOf(name: string): Semaphore {
    const turns = this.#turns.get(name) ?? new Semaphore({ limit: 1, maxWaiting });
    this.#turns.set(name, turns);
    return turns;
  }

  #count(name: string, change: 1 | -1): void {
    const asked = (this.#asked.get(name) ?? 0) + change;
    if (asked > 0) this.#asked.set(name, asked);
    else this.#asked.delete(name);
  }

  async #end(name: string): Promise<void> {
    const running = this.#running.get(name);
    this.#running.delete(name);
    await running?.process[Symbol.asyncDispose]();
  }
}
