import { Worker } from 'node:worker_threads';

export type Argon2Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };
export type ScryptCost = {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly maxmem: number;
};

export type HashInput = {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly length: number;
  readonly by: Argon2Cost | ScryptCost;
};
export type HashOrder = HashInput & { readonly id: number };
export type HashAnswer = { readonly id: number; readonly key: Uint8Array };

type Waiting = { resolve(key: Uint8Array): void; reject(error: Error): void };

const idleMs = 10_000;

/**
 * Hashes passwords in a thread of low priority, one after the other, so that an attacker who tries many passwords does
 * not slow down conversations. The thread starts with the first password and ends when none has come for a while.
 */
export class HashingThread implements AsyncDisposable {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #count = 0;

  async hash(input: HashInput): Promise<Buffer> {
    clearTimeout(this.#idleTimer);
    const worker = this.#running();
    this.#count += 1;
    const id = this.#count;
    try {
      const key = await new Promise<Uint8Array>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ ...input, id } satisfies HashOrder);
      });
      return Buffer.from(key);
    } finally {
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  #running(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), {
      execArgv: [],
      name: 'passwords',
    });
    const fail = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(error);
    };
    worker.on('message', ({ id, key }: HashAnswer) => this.#waiting.get(id)?.resolve(key));
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => fail(new Error('The thread that hashes passwords has ended.')));
    this.#worker = worker;
    return worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #rest(): void {
    this.#worker?.unref();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = null;
      void worker?.terminate();
    }, idleMs).unref();
  }
}
