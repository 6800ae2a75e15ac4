/** The embedded PostgreSQL cannot run. The message says why and what to change. */
export class EmbeddedFailure extends Error {
  override name = 'EmbeddedFailure';
}
