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
  session_full: 'The session has stored as many words as it may: 2 MiB. Start a new one.',
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
    'Code 35: a key that is restricted to origins is refused on every endpoint if the request has an `Origin` header that is not on',
    'its list. Without the header, `POST /auth/generate-token` refuses it, too, and the other endpoints accept it. Browsers send the',
    'header themselves. A backend that makes tokens must set it: `Origin: https://www.example.com`, in the same spelling as on the',
    'list. The restriction is for keys that one site uses. It does not prove who the caller is, because any program can send any',
    '`Origin`.',
    '',
    'Code 36: the key is over its limit, or its source address has sent too many keys that do not exist. A key that is in use is not',
    'affected by the latter.',
    '',
    'Another method than the documented one is answered 405 with the header `Allow`, in the shape of the endpoint with code 7.',
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
    '`POST /gateway/callback` answers its three fields with `status` `ERROR`. `sessionId` is that of the body, or empty if the body',
    'names none. `statusMessage` says what is wrong.',
    '',
    '| HTTP | meaning |',
    '|---|---|',
    '| 400 | The body is not JSON, or a field is missing or of the wrong type. |',
    '| 401 | There is no token, it is not an authToken, or it is not the authToken of this session. |',
    '| 404 | The session has ended. |',
    '| 405 | The method is not POST. |',
    '| 413 | The message has more than 64 KiB, or the session has stored as many words as it may (2 MiB). |',
    '| 429 | More than 10 messages a second, or too much waits to be said. |',
    '| 500 | The session cannot be reached right now. Send the message again. |',
    '',
  ].join('\n');
}
