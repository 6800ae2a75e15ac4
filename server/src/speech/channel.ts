export type ChannelOptions<T> = {
  /** The reader has stopped. */
  readonly onLeave?: () => void;
  /** The channel has ended, for any reason. */
  readonly onClose?: () => void;
  /** The reader has taken an item. A producer that could send too much counts the items that are left. */
  readonly onRead?: (item: T) => void;
};

/** A queue from one producer to one reader, in order. Its length is not limited. */
export class Channel<T> implements AsyncIterableIterator<T, undefined> {
  readonly #items: T[] = [];
  readonly #options: ChannelOptions<T>;
  #end: { readonly error: Error | undefined } | undefined;
  #wake: (() => void) | undefined;

  constructor(options: ChannelOptions<T> = {}) {
    this.#options = options;
  }

  push(item: T): void {
    if (this.#end !== undefined) return;
    this.#items.push(item);
    this.#wake?.();
  }

  end(): void {
    this.#close({ error: undefined });
  }

  /** Ends the channel. Items that were pushed before are still read. */
  fail(error: Error): void {
    this.#close({ error });
  }

  /** Ends the channel at once. Items that were pushed before are not read any more. */
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
    if (this.#items.length > 0) {
      const value = this.#items.shift() as T;
      this.#options.onRead?.(value);
      return { done: false, value };
    }
    const error = this.#end?.error;
    if (error !== undefined) {
      this.#end = { error: undefined };
      throw error;
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#items.length = 0;
    if (this.#end === undefined) this.#options.onLeave?.();
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
    this.#options.onClose?.();
  }
}
