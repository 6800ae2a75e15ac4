import { errorCodes } from '@parley/protocol';
import { managementErrors } from '@parley/protocol/management/errors';
import { joinRefusalStatus } from '../live/index.ts';

/** The codes of `error` frames. */
const sessionErrors = {
  bad_frame: 'The frame is not JSON or does not fit its schema.',
  bad_tag: 'A service tag is wrong.',
  unknown_event: 'There is no such event for pages.',
  message_too_large: 'A message has more than 32 KiB, or a text to say more than 64 KiB.',
  too_many_frames: 'More than 100 frames a second.',
  too_many_messages: 'More than 5 messages a second, or too much waits to be answered or said.',
  session_full: 'The session has stored as many words as it may: 4 MiB. Start a new one.',
  no_say: 'Pages may not make this avatar speak.',
  no_context: 'Pages may not add context for this avatar.',
};

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
    '## In a session',
    '',
    'A frame that is refused is answered with an `error` frame, and the session goes on. Its code is a word.',
    '',
    '| code | meaning |',
    '|---|---|',
    ...Object.entries(sessionErrors).map(([code, about]) => `| \`${code}\` | ${about} |`),
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
    '404 for a session that has ended, 413 for a message over 64 KiB and for a session that has stored as many words as it may',
    '(4 MiB), 429 over 10 messages a second and if too much waits to be said.',
    '',
  ].join('\n');
}
