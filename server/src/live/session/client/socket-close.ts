import { closeCodes } from '@parley/protocol';

/** How the socket of a client is closed. `afterMs`: the client is told to come back then. */
export type SocketClose = {
  readonly closeCode: number;
  readonly reason: string;
  readonly afterMs: number | null;
};

export const replaced: SocketClose = {
  closeCode: closeCodes.replaced,
  reason: 'a newer connection took over',
  afterMs: null,
};

export const silent: SocketClose = {
  closeCode: closeCodes.silent,
  reason: 'nothing was heard for too long',
  afterMs: null,
};

/** The socket is closed already. */
export const closed: SocketClose = { closeCode: 1000, reason: '', afterMs: null };

/** Clients that are sent away together should not all come back together. */
const spreadMs = 500;

export const comeBack = (reason: string, afterMs = Math.floor(Math.random() * spreadMs)): SocketClose => ({
  closeCode: closeCodes.restart,
  reason,
  afterMs,
});
