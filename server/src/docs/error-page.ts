import { errorCodes } from '@parley/protocol';
import { managementErrors } from '@parley/protocol/management/errors';
import { joinRefusalStatus } from '../live/index.ts';

/** docs/errors.md, generated from the registries. */
export function errorPage(): string {
  const numbered = Object.values(errorCodes)
    .sort((a, b) => a.code - b.code)
    .map(({ code, status, message }) => `| ${code} | ${status} | ${message} |`);
  const words = Object.entries(joinRefusalStatus).map(([code, status]) => `| \`${code}\` | ${status} |`);
  const managed = Object.entries(managementErrors).map(
    ([code, { status, about }]) => `| \`${code}\` | ${status} | ${about} |`,
  );
  return [
    '# Error codes',
    '',
    '## API-key endpoints',
    '',
    '`POST /auth/generate-token` and `GET /avatars` answer `{"error": {"code", "message"}}`; `GET /session/query` and',
    '`POST /sessions/disconnect` answer `{"status": "FAIL", "failReason", "message"}`. The message of code 7 says after',
    'a colon what to change. Above the limit per source address, the session query answers 429 without a body.',
    '',
    '| code | HTTP | message |',
    '|---|---|---|',
    ...numbered,
    '',
    'Code 35: a key that is restricted to origins is accepted only with an `Origin` header that is on its list. Browsers send',
    'this header themselves. A backend must set it: `Origin: https://www.example.com`, in the same spelling as on the list. The',
    'restriction is for keys that one site uses. It does not prove who the caller is, because any program can send any `Origin`.',
    '',
    '## Opening a session',
    '',
    '`POST /client/authenticate` answers `{"error": {"code", "message"}}` whose code is a word.',
    '',
    '| code | HTTP |',
    '|---|---|',
    ...words,
    '',
    '## Management API',
    '',
    'Calls under `/v1` answer `{"error": {"code", "message", "field"}}`.',
    '',
    '| code | HTTP | meaning |',
    '|---|---|---|',
    ...managed,
    '',
    '## Callback',
    '',
    '`POST /gateway/callback` answers its three fields with `status` `ERROR`: 400 for a malformed body, 401 for a wrong token,',
    '404 for a session that has ended, 413 for a message over 64 KiB, 429 over 10 messages a second.',
    '',
  ].join('\n');
}
