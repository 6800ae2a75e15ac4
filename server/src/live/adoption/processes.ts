import type { HandOverAnswer, HandOverRequest } from '../../bus/index.ts';

/** What live sessions need from the other processes of the service. */
export interface Processes {
  /** The id under which this process owns sessions. It changes when others have declared this process dead. */
  readonly id: string;
  /** Call it before a frame is taken. A process that stood still for longer than its lease loses its sessions here. */
  noticeFreeze(): void;
  /** Asks a session's owner to hand it over to this process. Rejects with `OwnerUnreachable`. */
  askForSession(owner: string, request: HandOverRequest): Promise<HandOverAnswer>;
}
