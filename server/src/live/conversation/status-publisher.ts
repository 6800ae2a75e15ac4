import type { AvatarStatus, ServerFrame } from '@parley/protocol';
import type { SessionEvents } from '../events/event-publisher.ts';

/** The event `avatar:state-changed` also has `LOADING`. Clients do not receive it. */
type ReportedStatus = AvatarStatus | 'LOADING';

export interface StatusOutput {
  send(frame: ServerFrame): void;
}

/** Sends the avatar's status to the client and to webhooks each time it changes. */
export class StatusPublisher {
  readonly #output: StatusOutput;
  readonly #events: SessionEvents;
  #sent: AvatarStatus = 'UNLOADED';
  #reported: ReportedStatus = 'UNLOADED';

  constructor(output: StatusOutput, events: SessionEvents) {
    this.#output = output;
    this.#events = events;
  }

  /** The welcome of a new socket contains the status. */
  handleWelcome(status: AvatarStatus): void {
    this.#sent = status;
  }

  publish(status: AvatarStatus): void {
    const isLoading = status === 'UNLOADED' && this.#reported === 'LOADING';
    if (status !== this.#reported && !isLoading) this.#report(status);
    if (status === this.#sent) return;
    this.#sent = status;
    this.#output.send({ type: 'status', status });
  }

  /** The client has loaded this fraction of its face and voice. */
  handleProgress(progress: number): void {
    if (progress < 1 && this.#reported === 'UNLOADED') this.#report('LOADING');
  }

  #report(status: ReportedStatus): void {
    const previous = this.#reported;
    this.#reported = status;
    const details = { state: status.toLowerCase(), previous_state: previous.toLowerCase() };
    this.#events.report('avatar:state-changed', details);
  }
}
