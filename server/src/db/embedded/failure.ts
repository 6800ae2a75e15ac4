/** The embedded PostgreSQL cannot run; the message says why and what to change. */
export class EmbeddedFailure extends Error {
  override name = 'EmbeddedFailure';
}
