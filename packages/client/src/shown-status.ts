import type { AvatarStatus, Shows } from '@parley/protocol';
import { avatarStatuses } from '@parley/protocol/wire';

type OnChange = (change: { status: AvatarStatus; previous: AvatarStatus }) => void;

/** The avatar's status as this client shows it: what the service says, and what is plain before it says so. */
export class ShownStatus {
  current: AvatarStatus = 'UNLOADED';
  #seen = 0;
  #onChange: OnChange;

  constructor(onChange: OnChange) {
    this.#onChange = onChange;
  }

  /** A new socket, which counts anew. */
  begin(status: AvatarStatus): void {
    this.#seen = 0;
    this.#show(status);
  }

  handleStatus(status: AvatarStatus): void {
    this.#seen += 1;
    this.#show(status);
  }

  /** Words came whole that nobody plays: the service takes it for granted that the avatar is at rest after them. */
  handleRead(): void {
    this.#seen += 1;
    this.#show('TALKING');
    this.#show('IDLE');
  }

  /** Where the avatar does one of `before`, it does this now; the service is told that it need not say so. */
  assume(status: AvatarStatus, ...before: AvatarStatus[]): Shows | null {
    if (!before.includes(this.current)) return null;
    this.#show(status);
    return { status, seen: this.#seen };
  }

  #show(status: AvatarStatus): void {
    const previous = this.current;
    // A status of a newer service says nothing to anybody here.
    if (status === previous || !avatarStatuses.includes(status)) return;
    this.current = status;
    this.#onChange({ status, previous });
  }
}
