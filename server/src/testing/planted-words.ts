import { randomBytes } from 'node:crypto';

/** Collects texts that must not appear in certain places, and looks for them there. */
export class PlantedWords {
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

  /** The planted that any of the texts contains, each once. */
  in(texts: readonly string[]): string[] {
    const found = [...this.#texts].filter(([secret]) => texts.some((text) => text.includes(secret)));
    return [...new Set(found.map(([, about]) => about))];
  }
}
