import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startDeadline } from '../../kernel/index.ts';
import { startNodeProgram } from '../../processes/index.ts';
import { SpeechFailure } from '../voice.ts';
import type { ModelConfig } from './model-config.ts';
import type { FromModel, ToModel } from './process-messages.ts';

const program = fileURLToPath(new URL('./model-main.ts', import.meta.url));
const loadLimitMs = 60_000;
const sayLimitMs = 30_000;

export type LoadedModel = { readonly sampleRate: number; readonly speakers: number };
export type Saying = { readonly text: string; readonly rate: number; readonly speaker: number };

/** A running model. It takes one text at a time; the caller must ensure that. */
export class ModelProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #lastOrder = 0;
  #isOver = false;

  constructor() {
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

  get isOver(): boolean {
    return this.#isOver;
  }

  async load(folder: string, model: ModelConfig): Promise<LoadedModel> {
    const answer = await this.#ask({ kind: 'load', folder, model }, loadLimitMs);
    if (answer.kind === 'loaded') return answer;
    throw new SpeechFailure('voice', 'The model sent an unexpected answer.');
  }

  async say(saying: Saying): Promise<Float32Array> {
    this.#lastOrder += 1;
    const order = this.#lastOrder;
    const answer = await this.#ask({ kind: 'say', order, ...saying }, sayLimitMs);
    if (answer.kind === 'said' && answer.order === order) return answer.samples;
    throw new SpeechFailure('voice', 'The model sent an unexpected answer.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async #ask(message: ToModel, limitMs: number): Promise<FromModel> {
    using late = startDeadline(limitMs);
    const answer = await new Promise<FromModel | 'ended' | 'late'>((resolve) => {
      this.#child.once('message', resolve);
      void this.#ended.then(() => resolve('ended'));
      late.signal.addEventListener('abort', () => resolve('late'), { once: true });
      if (this.#child.connected) this.#child.send(message, () => {});
    });
    if (answer === 'late') {
      this.#child.kill('SIGKILL');
      throw new SpeechFailure('timeout', `The model took longer than ${limitMs / 1_000} seconds.`);
    }
    if (answer === 'ended')
      throw new SpeechFailure('voice', 'The program of the model ended. Its files may be damaged.');
    if (answer.kind === 'failed') throw new SpeechFailure('voice', `The model failed: ${answer.message}`);
    return answer;
  }
}
