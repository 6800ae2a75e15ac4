import { maxSpokenMessageBytes } from '@parley/protocol';
import { BodyProblem, type JsonObject, readJsonObject } from '../../../kernel/index.ts';

const maxSessionIdLength = 128;
const authTokenForm = /^[\w-]{43}$/;

/** A request to the callback address. */
export type CallbackRequest = {
  /** The bearer token, if there is one. */
  readonly token: string | undefined;
  readonly body: unknown;
};

/** `sessionId` is empty if none could be read. */
export type CheckedCallback = { readonly sessionId: string } & (
  | { readonly ok: true; readonly message: string; readonly interrupt: boolean }
  | { readonly ok: false; readonly status: 400 | 401 | 413; readonly problem: string }
);

/** Everything that can be said about a callback without looking for its session. */
export function checkCallback(
  { token, body }: CallbackRequest,
  isTokenOf: (sessionId: string, token: string) => boolean,
): CheckedCallback {
  const { sessionId, fields } = readFields(body);
  const refuse = (status: 400 | 401 | 413, problem: string) =>
    ({ ok: false, sessionId, status, problem }) as const;
  if (token === undefined) return refuse(401, 'Send the session’s authToken as "Authorization: Bearer …".');
  const content = readContent(sessionId, fields);
  if (typeof content === 'string') return refuse(400, content);
  if (!isTokenOf(sessionId, token)) return refuse(401, tokenProblem(token));
  if (Buffer.byteLength(content.message) > maxSpokenMessageBytes)
    return refuse(413, `The message may have at most ${maxSpokenMessageBytes} bytes.`);
  return { ok: true, sessionId, ...content };
}

/** What could be read of a body, or why it could not be read. */
function readFields(body: unknown): { readonly sessionId: string; readonly fields: JsonObject | string } {
  try {
    const fields = readJsonObject(body);
    const { sessionId } = fields;
    const isReadable = typeof sessionId === 'string' && sessionId.length <= maxSessionIdLength;
    return { sessionId: isReadable ? sessionId : '', fields };
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error;
    return { sessionId: '', fields: `${error.message.replace(/^t/, 'T')}.` };
  }
}

/** The problem of the body as a sentence, if it has one. */
function readContent(
  sessionId: string,
  fields: JsonObject | string,
): { readonly message: string; readonly interrupt: boolean } | string {
  if (typeof fields === 'string') return fields;
  const { message, interrupt } = fields;
  if (sessionId === '')
    return `sessionId must be given as a string of at most ${maxSessionIdLength} characters.`;
  if (typeof message !== 'string') return 'message must be given as a string.';
  if (typeof interrupt !== 'boolean' && interrupt !== undefined && interrupt !== null)
    return 'interrupt must be true or false.';
  return { message, interrupt: interrupt ?? false };
}

/** A token does not say whose it is, so that of another session looks like one of an older key. */
const tokenProblem = (token: string): string =>
  authTokenForm.test(token)
    ? 'This is not the authToken of this session. Send the one from the LOGIN of this session.'
    : 'This is not an authToken. Send the one from the LOGIN of this session, unchanged.';
