import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomText } from '../kernel/index.ts';

const prefix = 'parley_live_';
const form = /^parley_live_[0-9A-Za-z]{36}$/;
const checkLength = 6;

/** A new key. Its last six characters distinguish a mistyped key from an unknown one without a look-up. */
export function makeKey(): string {
  const body = prefix + randomText(base62, 30);
  return body + checkOf(body);
}

/** Checks prefix, length and letters, but not the checksum. */
export const hasKeyForm = (text: string): boolean => form.test(text);

export function isWellFormed(text: string): boolean {
  return hasKeyForm(text) && checkOf(text.slice(0, -checkLength)) === text.slice(-checkLength);
}

/** A key is random, so one round of SHA-256 cannot be reversed by guessing. */
export const keyHash = (text: string): string => hash('sha256', text, 'hex');

function checkOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < checkLength; i++) {
    text = base62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
