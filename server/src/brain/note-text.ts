import { sanitizeText } from '@parley/protocol';

export const bodyBytesKept = 4_096;
const lineBytesKept = 1_024;

/** Keeps secrets out of the record when a server echoes what it was sent. */
export function hideSecrets(text: string, secrets: readonly (string | null)[]): string {
  let hidden = text;
  for (const secret of secrets) {
    if (secret !== null && secret !== '') hidden = hidden.replaceAll(secret, '[hidden]');
  }
  return hidden;
}

/** The beginning of a text, cut between characters and safe to store. */
export function firstBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(sanitizeText(text));
  if (bytes.length <= maxBytes) return bytes.toString();
  // A character that the cut would split is left out.
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}

export function bodyExcerpt(text: string, secrets: readonly (string | null)[]): string {
  return firstBytes(hideSecrets(text, secrets), bodyBytesKept);
}

export function lineExcerpt(text: string, secrets: readonly (string | null)[]): string {
  return firstBytes(hideSecrets(text, secrets), lineBytesKept);
}
