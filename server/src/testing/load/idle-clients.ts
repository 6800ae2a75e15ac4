import type { WebSocket } from 'ws';

const ping = '{"type":"ping"}';
const pong = '{"type":"pong"}';

/** Clients that only ping. */
export class IdleClients implements Disposable {
  readonly #sockets: WebSocket[] = [];
  #pongs = 0;
  #lost = 0;

  add(socket: WebSocket): void {
    socket.on('message', (data) => {
      if (String(data) === pong) this.#pongs += 1;
    });
    socket.on('close', () => {
      this.#lost += 1;
    });
    socket.on('error', () => {});
    this.#sockets.push(socket);
  }

  get size(): number {
    return this.#sockets.length;
  }

  checkAllOpen(): void {
    if (this.#lost > 0) throw new Error(`${this.#lost} of ${this.size} clients lost their socket`);
  }

  /** Each client pings once per period, evenly spread. Checks that every ping is answered. */
  async ping(periodMs: number, durationMs: number): Promise<void> {
    const begin = performance.now();
    const before = this.#pongs;
    const total = Math.floor((this.size * durationMs) / periodMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - begin;
      const due = Math.min(total, Math.floor((this.size * elapsedMs) / periodMs));
      for (; sent < due; sent++) this.#sockets[sent % this.size]?.send(ping);
      if (elapsedMs >= durationMs && this.#pongs - before >= total) resolve();
      if (this.#lost > 0 || elapsedMs > durationMs + 10_000) resolve();
    }, 1);
    await promise;
    clearInterval(timer);
    this.checkAllOpen();
    if (this.#pongs - before !== total)
      throw new Error(`${this.#pongs - before} answers came to ${total} pings`);
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) {
      socket.removeAllListeners('close');
      socket.terminate();
    }
  }
}
