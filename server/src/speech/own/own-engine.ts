import { Semaphore } from '../../kernel/index.ts';
import { abortedFailure, SpeechFailure } from '../voice.ts';
import { ModelProcess, type Saying } from './model-process.ts';
import { type OwnModel, ownFolder } from './own-models.ts';

type Running = { readonly model: ModelProcess; readonly loaded: Promise<unknown> };

/** A model that was not used for this long is unloaded. */
const idleMs = 60_000;

/** Keeps a process for each own model that is in use. Accounts take turns. */
export class OwnEngine implements AsyncDisposable {
  readonly #voiceFolder: string;
  readonly #turns = new Map<string, Semaphore>();
  readonly #running = new Map<string, Running>();
  readonly #idle = new Map<string, NodeJS.Timeout>();
  #isOver = false;

  constructor(voiceFolder: string) {
    this.#voiceFolder = voiceFolder;
  }

  /** An aborted text is still synthesized to its end, but not sent: a running model cannot be stopped. */
  async say(account: string, model: OwnModel, saying: Saying, signal: AbortSignal): Promise<Float32Array> {
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(abortedFailure());
    signal.addEventListener('abort', onAbort, { once: true });
    aborted.promise.catch(() => {});
    try {
      const turns = this.#turnsOf(model.name);
      const speech = turns.run(account, () => this.#sayNow(model, saying), { signal });
      speech.catch(() => {});
      return await Promise.race([speech, aborted.promise]);
    } catch (error) {
      if (signal.aborted) throw abortedFailure();
      if (error instanceof SpeechFailure) throw error;
      throw new SpeechFailure('voice', 'Too many sentences wait for this voice.');
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#running.keys()].map((name) => this.#end(name)));
  }

  async #sayNow(model: OwnModel, saying: Saying): Promise<Float32Array> {
    if (this.#isOver) throw new SpeechFailure('voice', 'The service stops.');
    clearTimeout(this.#idle.get(model.name));
    const running = this.#start(model);
    try {
      await running.loaded;
      return await running.model.say(saying);
    } catch (error) {
      await this.#end(model.name);
      throw error;
    } finally {
      if (!this.#isOver) {
        const timer = setTimeout(() => void this.#end(model.name), idleMs);
        this.#idle.set(model.name, timer.unref());
      }
    }
  }

  #start(model: OwnModel): Running {
    const known = this.#running.get(model.name);
    if (known !== undefined && !known.model.isOver) return known;
    const process = new ModelProcess();
    const running = { model: process, loaded: process.load(ownFolder(this.#voiceFolder), model) };
    running.loaded.catch(() => {});
    this.#running.set(model.name, running);
    return running;
  }

  #turnsOf(name: string): Semaphore {
    const turns = this.#turns.get(name) ?? new Semaphore({ limit: 1, maxWaiting: 200 });
    this.#turns.set(name, turns);
    return turns;
  }

  async #end(name: string): Promise<void> {
    const running = this.#running.get(name);
    this.#running.delete(name);
    await running?.model[Symbol.asyncDispose]();
  }
}
