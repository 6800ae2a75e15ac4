import type { HandOverAnswer, HandOverRequest } from '../../bus/index.ts';

/** The other processes of the service, as live sessions use them. */
export interface Processes {
  /** The id under which this process owns sessions. It changes when others have taken this process for dead. */
  readonly id: string;
  /** Call it before a frame is taken. A process that stood still for longer than its lease loses its sessions here. */
  noticeFreeze(): void;
  /** Asks the owner of a session to give it to this process. Rejects with `OwnerUnreachable`. */
  askForSession(owner: string, request: HandOverRequest): Promise<HandOverAnswer>;
}
