import { parseJsonObject } from '../../../kernel/index.ts';
import { bodyExcerpt, hideSecrets } from '../../note-text.ts';

/** What is stored about one LOGIN or LOGOUT. Texts are cut short, and secrets are hidden. */
export type ExchangeRecord = {
  readonly accountId: string;
  readonly sessionId: string;
  readonly action: 'LOGIN' | 'LOGOUT';
  readonly outcome: 'acknowledged' | 'refused' | 'failed';
  readonly sentAt: number;
  readonly durationMs: number;
  readonly request: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
  readonly problem: string | null;
};

export type ReceivedAnswer = { readonly httpStatus: number; readonly text: string; readonly isCut: boolean };

/** Fields that hold secrets, or that pages may use for secrets. They are stored only sealed, until the session ends. */
const hiddenFields = ['authToken', 'accessToken', 'jwtToken', 'customString'];
/** Shorter values occur everywhere in an answer, and are not secrets. */
const shortestHidden = 4;

export function requestExcerpt(body: string): string {
  const fields: Record<string, unknown> = { ...parseJsonObject(body) };
  for (const name of hiddenFields) {
    const value = fields[name];
    if (typeof value === 'string') fields[name] = `[hidden, ${value.length} characters]`;
  }
  return bodyExcerpt(JSON.stringify(fields), []);
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Each secret as it is, as it is escaped in JSON, and in JSON that quotes our body. A long one comes before others that it
 * may contain.
 */
export function secretForms(secrets: readonly (string | null)[]): string[] {
  return secrets
    .flatMap((secret) =>
      secret === null || secret.length < shortestHidden
        ? []
        : [secret, escaped(secret), escaped(escaped(secret))],
    )
    .toSorted((a, b) => b.length - a.length);
}

export function answerExcerpt({ text, isCut }: ReceivedAnswer, secrets: readonly string[]): string {
  const shown = hideSecrets(text, secrets);
  // If the text was cut, its end may be the beginning of a secret.
  const unsure = isCut ? Math.max(0, ...secrets.map(({ length }) => length)) : 0;
  return bodyExcerpt(unsure === 0 ? shown : shown.slice(0, -unsure), []);
}
