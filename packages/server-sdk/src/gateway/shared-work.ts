/** What is done once at a time for a session. Whoever asks for it meanwhile waits for it, and gets its outcome. */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<T>>();

  isRunning(sessionId: string): boolean {
    return this.#running.has(sessionId);
  }

  run(sessionId: string, begin: () => Promise<T>): Promise<T> {
    const running = this.#running.get(sessionId);
    if (running !== undefined) return running;
    const work = begin().finally(() => this.#running.delete(sessionId));
    this.#running.set(sessionId, work);
    return work;
  }

  /** Whoever asked for the work is told about its error. */
  async untilEnded(sessionId: string): Promise<void> {
    await this.#running.get(sessionId)?.catch(() => {});
  }
}
