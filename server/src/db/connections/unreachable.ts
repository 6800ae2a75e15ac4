/** The database cannot be used. The message is one line for the operator and contains no password. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}
