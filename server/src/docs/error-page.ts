import { readFileSync } from 'node:fs';
import { errorCodes } from '@parley/protocol';
import { managementErrors } from '@parley/protocol/management/errors';
import { joinRefusals } from '../live/index.ts';

/** The rows of the tables that come from the registries, by their name in `error-page.md`. */
const rows: Readonly<Record<string, readonly string[]>> = {
  numbered: Object.values(errorCodes)
    .sort((a, b) => a.code - b.code)
    .map(({ code, status, message }) => `| ${code} | ${status} | ${message} |`),
  joining: Object.entries(joinRefusals).map(
    ([code, { status, text }]) => `| \`${code}\` | ${status} | ${text} |`,
  ),
  management: Object.entries(managementErrors).map(
    ([code, { status, about }]) => `| \`${code}\` | ${status} | ${about} |`,
  ),
};

/** docs/errors.md. */
export function errorPage(): string {
  const text = readFileSync(new URL('error-page.md', import.meta.url), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => rows[name]?.join('\n') ?? '');
}
