import type { ChildProcess } from 'node:child_process';
import { startDeadline } from '../kernel/index.ts';
import { startNodeProgram } from '../processes/index.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelAnswer } from './program/serve-model.ts';

const loadLimitMs = 60_000;

/** The process of a model. It takes one request at a time; the caller must ensure that. */
export class ModelProcess<Answer> implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #isOver = false;

  /** The program is a file of ours that calls `serveModel`. */
  constructor(program: string) {
    this.#child = startNodeProgram(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve());
      this.#child.once('exit', () => resolve());
    });
    void this.#ended.then(() => {
      this.#isOver = true;
    });
  }

  /** It has ended, or is about to end. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** `runtime` is the folder in which sherpa-onnx-node is installed. */
  load<Loaded>(runtime: string, model: object): Promise<Loaded> {
    return this.#answerTo({ kind: 'load', runtime, model }, loadLimitMs) as Promise<Loaded>;
  }

  ask(request: object, limitMs: number): Promise<Answer> {
    return this.#answerTo({ kind: 'ask', request }, limitMs) as Promise<Answer>;
  }

  /** Sends something that has no answer. */
  notify(note: object): void {
    if (this.#child.connected) this.#child.send({ kind: 'notify', note }, () => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async #answerTo(message: object, limitMs: number): Promise<unknown> {
    using late = startDeadline(limitMs);
    const answer = await new Promise<ModelAnswer | 'ended' | 'late'>((resolve) => {
      this.#child.once('message', resolve);
      void this.#ended.then(() => resolve('ended'));
      late.signal.addEventListener('abort', () => resolve('late'), { once: true });
      if (this.#child.connected) this.#child.send(message, () => {});
    });
    if (answer === 'late') {
      this.#child.kill('SIGKILL');
      throw new ModelFailure('timeout', `The model took longer than ${limitMs / 1_000} seconds.`);
    }
    if (answer === 'ended')
      throw new ModelFailure('ended', 'The program of the model ended. Its files may be damaged.');
    this.#isOver ||= answer.isLast;
    if (answer.kind === 'failed') throw new ModelFailure('refused', `The model failed: ${answer.message}`);
    return answer.result;
  }
}
