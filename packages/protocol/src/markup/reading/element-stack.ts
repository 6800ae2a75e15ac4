/**
 * The open elements. Closing one also closes the elements inside it. A closing tag without an open element is ignored.
 * Thanks to the counts by name, a stray closing tag does not search the whole stack.
 */
export class ElementStack<Value> {
  readonly #elements: { readonly name: string; readonly value: Value }[] = [];
  readonly #counts = new Map<string, number>();

  open(name: string, value: Value): void {
    this.#elements.push({ name, value });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Returns the value of the element that was closed, if any. */
  close(name: string): Value | undefined {
    if (!this.has(name)) return undefined;
    for (;;) {
      const closed = this.#elements.pop();
      if (closed === undefined) return undefined;
      this.#counts.set(closed.name, (this.#counts.get(closed.name) ?? 1) - 1);
      if (closed.name === name) return closed.value;
    }
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  get isEmpty(): boolean {
    return this.#elements.length === 0;
  }

  get top(): Value | undefined {
    return this.#elements.at(-1)?.value;
  }

  outermost(count: number): { readonly name: string; readonly value: Value }[] {
    return this.#elements.slice(0, count);
  }
}
