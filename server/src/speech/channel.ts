/** An unbounded queue from one producer to one reader, in order. */
export class Channel<T> implements AsyncIterableIterator<T, undefined> {
  readonly #items: T[] = [];
  readonly #onLeave: () => void;
  readonly #onClose: () => void;
  #end: { readonly error: Error | undefined } | undefined;
  #wake: (() => void) | undefined;

  /** `onLeave`: the reader has stopped. `onClose`: nothing more will come, for any reason. */
  constructor(onLeave: () => void = () => undefined, onClose: () => void = () => undefined) {
    this.#onLeave = onLeave;
    this.#onClose = onClose;
  }

  push(item: T): void {
    if (this.#end !== undefined) return;
    this.#items.push(item);
    this.#wake?.();
  }

  end(): void {
    this.#close({ error: undefined });
  }

  /** What was pushed before is still read. */
  fail(error: Error): void {
    this.#close({ error });
  }

  /** Nothing more is read, not even what was pushed before. */
  abort(error: Error): void {
    this.#items.length = 0;
    this.#close({ error });
    this.#end = { error };
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (this.#items.length === 0 && this.#end === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
    if (this.#items.length > 0) return { done: false, value: this.#items.shift() as T };
    const error = this.#end?.error;
    if (error !== undefined) {
      this.#end = { error: undefined };
      throw error;
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#items.length = 0;
    if (this.#end === undefined) this.#onLeave();
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #close(end: { readonly error: Error | undefined }): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#wake?.();
    this.#onClose();
  }
}
