/** The process that owns a session is alive but cannot be asked. So it is unknown whether the session has ended. */
export class OwnerUnreachable extends Error {
  override name = 'OwnerUnreachable';
}
