import { randomBytes } from 'node:crypto';

/** Knows texts that must not show up in some places, and looks for them there. */
export class Canaries {
  readonly #texts = new Map<string, string>();

  /** Makes a word that occurs nowhere else. */
  word(about: string): string {
    return this.keep(about, `canary${randomBytes(8).toString('hex')}`);
  }

  /** A secret that the service has made. */
  keep(about: string, secret: string): string {
    if (secret.length < 16) throw new Error(`${about} is too short to be told from other texts`);
    this.#texts.set(secret, about);
    return secret;
  }

  /** What is found in any of the texts, each once. */
  in(texts: readonly string[]): string[] {
    const found = [...this.#texts].filter(([secret]) => texts.some((text) => text.includes(secret)));
    return [...new Set(found.map(([, about]) => about))];
  }
}
