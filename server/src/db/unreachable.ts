/** The database cannot be used as it is; the message is one line for the operator and holds no password. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}
