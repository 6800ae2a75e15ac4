import type { ClientFrame } from '@parley/protocol';

/** More frames than ever wait for a receipt on a working connection. */
const most = 100;

type Sent = { readonly id: number; readonly frame: ClientFrame };

/** Frames that were sent and have no receipt yet. They may have been lost with their socket. */
export class UnconfirmedFrames {
  #sent: Sent[] | null = null;
  #lastId = 0;
  #confirmed = 0;
  #counts = false;

  get isFull(): boolean {
    return (this.#sent?.length ?? 0) >= most;
  }

  /** The number for the next frame; null if it needs none, or the service does not number frames. */
  nextId(frame: ClientFrame): number | null {
    return this.#counts && isCounted(frame) ? this.#lastId + 1 : null;
  }

  note(id: number, frame: ClientFrame): void {
    this.#lastId = id;
    this.#sent ??= [];
    this.#sent.push({ id, frame });
  }

  confirm(id: number): void {
    this.#confirmed = Math.max(this.#confirmed, id);
    const left = this.#sent?.filter((sent) => sent.id > id) ?? [];
    this.#sent = left.length === 0 ? null : left;
  }

  /**
   * A new socket. `taken` is the last number that the service has taken; null if it does not number frames.
   * `forgotten`: it has lost frames that it had confirmed, for example in a crash.
   */
  begin(taken: number | null): { readonly forgotten: boolean } {
    this.#counts = taken !== null;
    if (taken === null) {
      this.#sent = null;
      return { forgotten: false };
    }
    const forgotten = taken < this.#confirmed;
    this.confirm(taken);
    this.#lastId = Math.max(this.#lastId, taken);
    return { forgotten };
  }

  /** The frames to send again, with the same numbers. */
  all(): readonly Sent[] {
    return this.#sent ?? [];
  }

  /** Returns how many were dropped. */
  clear(): number {
    const count = this.#sent?.length ?? 0;
    this.#sent = null;
    return count;
  }
}

/** Frames that concern one socket only, or are sent again on the next one, need no receipt. */
function isCounted({ type }: ClientFrame): boolean {
  switch (type) {
    case 'message':
    case 'say':
    case 'interrupt':
    case 'platform':
    case 'clear-context':
    case 'context':
    case 'event':
      return true;
    default:
      return false;
  }
}
