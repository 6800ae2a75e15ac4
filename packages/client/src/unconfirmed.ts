import type { ClientFrame } from '@parley/protocol';

/** More than a good connection ever leaves unconfirmed. */
const most = 100;

type Sent = { readonly id: number; readonly frame: ClientFrame };

/** What was written into a socket and not confirmed yet: it may have been lost with it. */
export class Unconfirmed {
  #sent: Sent[] | null = null;
  #lastId = 0;
  #confirmed = 0;
  #counts = false;

  get isFull(): boolean {
    return (this.#sent?.length ?? 0) >= most;
  }

  /** The number for the next frame; null where it needs none, or the service does not count. */
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
   * A new socket, and the number of the last frame that the service remembers to have taken; null where it does not
   * count. Gives whether it has forgotten what it had confirmed, as after a crash.
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

  /** To be sent again, under the same numbers. */
  all(): readonly Sent[] {
    return this.#sent ?? [];
  }

  /** How many nobody will ever confirm. */
  clear(): number {
    const count = this.#sent?.length ?? 0;
    this.#sent = null;
    return count;
  }
}

/** What is true only of one socket, or said anew on the next, needs no confirmation. */
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
