/** The process that owns a session lives but cannot be asked. So nobody knows whether the session has ended. */
export class OwnerUnreachable extends Error {
  override name = 'OwnerUnreachable';
}
