import { closeCodes } from '@parley/protocol';

/** How a client is sent away. `afterMs`: it is told to come back then. */
export type Parting = {
  readonly closeCode: number;
  readonly reason: string;
  readonly afterMs: number | null;
};

export const replaced: Parting = {
  closeCode: closeCodes.replaced,
  reason: 'a newer connection took over',
  afterMs: null,
};

export const silent: Parting = {
  closeCode: closeCodes.silent,
  reason: 'nothing was heard for too long',
  afterMs: null,
};

/** The socket is closed already. */
export const closed: Parting = { closeCode: 1000, reason: '', afterMs: null };

/** Clients that are all sent away together should not all come back together. */
const spreadMs = 500;

export const comeBack = (reason: string, afterMs = Math.floor(Math.random() * spreadMs)): Parting => ({
  closeCode: closeCodes.restart,
  reason,
  afterMs,
});
