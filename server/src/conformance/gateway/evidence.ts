import type { Exchange } from '../../brain/index.ts';
import type { Evidence } from '../finding.ts';
import { shownUrl } from '../report.ts';

const shownCharacters = 1_500;

/** One request and its answer as text. Both are free of secrets already. */
export function evidenceOf(exchange: Exchange | undefined): Evidence | null {
  if (exchange === undefined) return null;
  const { request, answer } = exchange;
  return {
    sent: message(`POST ${shownUrl(request.url)}`, request.headers, request.body),
    came: answer === null ? 'No answer.' : message(`HTTP ${answer.status}`, answer.headers, answer.body),
  };
}

export function message(firstLine: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${cut(value)}`);
  return [firstLine, ...lines, '', cut(body)].join('\n').trimEnd();
}

const cut = (text: string): string =>
  text.length <= shownCharacters
    ? text
    : `${text.slice(0, shownCharacters).toWellFormed()}… (${text.length} characters)`;
