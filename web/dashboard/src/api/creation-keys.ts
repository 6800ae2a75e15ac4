/**
 * The idempotency keys of one form. A double click and a retry after a lost answer send the same body, so they get the
 * same key, and the service creates only one object. Another body, or the same one after a success, gets a new key.
 */
export class CreationKeys {
  readonly #keys = new Map<string, string>();

  keyFor(input: unknown): string {
    const request = JSON.stringify(input);
    const key = this.#keys.get(request) ?? randomKey();
    this.#keys.set(request, key);
    return key;
  }

  /** Called when the creation has been answered. */
  forget(input: unknown): void {
    this.#keys.delete(JSON.stringify(input));
  }
}

/** `crypto.randomUUID` does not exist on pages without https. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
