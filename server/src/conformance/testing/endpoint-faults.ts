import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointCheckName } from '../gateway/checks.ts';
import { type EndpointParts, endpointKey, error, goodParts, ok } from './good-endpoint.ts';

type Fault = {
  readonly what: string;
  /** The check that must find it. */
  readonly foundBy: EndpointCheckName;
  /** The report's text about it. */
  readonly says: RegExp;
  /** Each start of the endpoint gets its own state. */
  broken(): Partial<EndpointParts>;
};

const refusedIf = (isHit: (message: string) => boolean, status = 500): Partial<EndpointParts> => ({
  beforeReply: async (body) => (isHit(String(body.message)) ? error(status, body, 'Oops.') : null),
});

/** Ways in which real endpoints are broken, each with exactly one fault. */
export const endpointFaults: readonly Fault[] = [
  {
    what: 'says "ok" instead of "OK"',
    foundBy: 'login',
    says: /status other than "OK"/,
    broken: () => ({
      login: (body, sessions) => ({ ...goodParts.login(body, sessions), ...ok(body, { status: 'ok' }) }),
    }),
  },
  {
    what: 'needs an optional field of LOGIN',
    foundBy: 'login',
    says: /HTTP 422/,
    broken: () => ({
      login: (body, sessions) =>
        body.customString === undefined
          ? error(422, body, 'customString is missing.')
          : goodParts.login(body, sessions),
    }),
  },
  {
    what: 'answers with another field than reply',
    foundBy: 'chat',
    says: /without "reply"/,
    broken: () => ({ answer: (body, reply) => ok(body, { answer: reply }) }),
  },
  {
    what: 'does not send back sessionId in CHAT',
    foundBy: 'chat',
    says: /different "sessionId"/,
    broken: () => ({ answer: (body, reply) => ok(body, { reply, sessionId: undefined }) }),
  },
  {
    what: 'streams without a last event',
    foundBy: 'streamed-reply',
    says: /ended its stream too early/,
    broken: () => ({
      answer: (_body, reply) => ({
        status: 200,
        type: 'text/event-stream',
        body: `data: ${JSON.stringify({ reply })}\n\n`,
      }),
    }),
  },
  {
    what: 'acknowledges LOGOUT with an empty 204',
    foundBy: 'logout',
    says: /not a JSON object/,
    broken: () => ({
      logout(body, sessions) {
        goodParts.logout(body, sessions);
        return { status: 204, body: '' };
      },
    }),
  },
  {
    what: 'refuses LOGIN with a customString',
    foundBy: 'optional-fields',
    says: /HTTP 400/,
    broken: () => ({
      login: (body, sessions) =>
        body.customString === undefined ? goodParts.login(body, sessions) : error(400, body, 'No.'),
    }),
  },
  {
    what: 'has a schema that allows no further fields',
    foundBy: 'unknown-fields',
    says: /HTTP 422/,
    broken: () => ({
      login: (body, sessions) =>
        'addedLater' in body ? error(422, body, 'Extra field.') : goodParts.login(body, sessions),
    }),
  },
  {
    what: 'fails on SSML',
    foundBy: 'ssml',
    says: /HTTP 500/,
    broken: () => refusedIf((message) => message.startsWith('<speak>')),
  },
  {
    what: 'fails on a custom tag between words',
    foundBy: 'custom-tag',
    says: /HTTP 500/,
    broken: () => refusedIf((message) => /^\w.*<order/.test(message)),
  },
  {
    what: 'replies null to a message without words',
    foundBy: 'empty-reply',
    says: /without "reply"/,
    broken: () => ({ reply: (message) => goodParts.reply(message) || null }),
  },
  {
    what: 'reads UTF-8 as Latin-1',
    foundBy: 'unicode',
    says: /where the message had "für"/,
    broken: () => ({ decode: (bytes) => bytes.toString('latin1') }),
  },
  {
    what: 'refuses bodies over 16 KiB',
    foundBy: 'big-message',
    says: /HTTP 413/,
    broken: () => refusedIf((message) => message.length > 16_384, 413),
  },
  {
    what: 'keeps the current session in a global variable',
    foundBy: 'parallel-sessions',
    says: /different "sessionId"/,
    broken() {
      let current: unknown;
      return {
        login(body, sessions) {
          current = body.sessionId;
          return goodParts.login(body, sessions);
        },
        answer: (_body, reply) => ok({ sessionId: current }, { reply }),
      };
    },
  },
  {
    what: 'refuses a second LOGIN',
    foundBy: 'repeated-login',
    says: /HTTP 409/,
    broken: () => ({
      login: (body, sessions) =>
        sessions.has(String(body.sessionId)) ? error(409, body, 'Exists.') : goodParts.login(body, sessions),
    }),
  },
  {
    what: 'fails on a second LOGOUT',
    foundBy: 'repeated-logout',
    says: /HTTP 500/,
    broken: () => ({
      unknownSession: (body) => error(body.action === 'LOGOUT' ? 500 : 401, body, 'No session.'),
    }),
  },
  {
    what: 'answers an unknown session with 200 and an error',
    foundBy: 'unknown-session',
    says: /status other than "OK"/,
    broken: () => ({
      unknownSession: (body) => error(body.action === 'LOGOUT' ? 401 : 200, body, 'No session.'),
    }),
  },
  {
    what: 'does not let a session in again that it has refused',
    foundBy: 'forgotten-session',
    says: /HTTP 403|new LOGIN failed/,
    broken() {
      const banned = new Set<unknown>();
      return {
        unknownSession(body, sessions) {
          if (body.action === 'CHAT') banned.add(body.sessionId);
          return goodParts.unknownSession(body, sessions);
        },
        login: (body, sessions) =>
          banned.has(body.sessionId) ? error(403, body, 'Banned.') : goodParts.login(body, sessions),
      };
    },
  },
  {
    what: 'keeps a session locked if its request is aborted',
    foundBy: 'interrupted-turn',
    says: /HTTP 503/,
    broken: () => ({
      async beforeReply(body, session, response) {
        if (session.isBusy) return error(503, body, 'Busy.');
        if (!String(body.message).includes('long story')) return null;
        session.isBusy = true;
        await Promise.race([once(response, 'close'), sleep(5_000)]);
        return null;
      },
    }),
  },
  {
    what: 'takes any key',
    foundBy: 'wrong-key',
    says: /accepted LOGIN with a wrong key/,
    broken: () => ({ isAllowed: (authorization) => authorization !== undefined }),
  },
  {
    what: 'compares the key only if there is one',
    foundBy: 'missing-key',
    says: /accepted LOGIN with no key/,
    broken: () => ({
      isAllowed: (authorization) => authorization === undefined || authorization === `Bearer ${endpointKey}`,
    }),
  },
  {
    what: 'breaks off on a body that is not JSON',
    foundBy: 'malformed-body',
    says: /closed the connection without an answer/,
    broken: () => ({ refuse: (why) => (why === 'malformed' ? null : goodParts.refuse(why)) }),
  },
  {
    what: 'breaks off on an unknown action',
    foundBy: 'unknown-action',
    says: /closed the connection without an answer/,
    broken: () => ({ refuse: (why) => (why === 'malformed' ? goodParts.refuse(why) : null) }),
  },
  {
    what: 'sends its API key to the callback',
    foundBy: 'callback',
    says: /not an authToken/,
    broken: () => ({ callbackToken: () => endpointKey }),
  },
  {
    what: 'dies when a callback is refused',
    foundBy: 'callback-after-logout',
    says: /Could not reach|closed the connection/,
    broken() {
      let isDead = false;
      return {
        onCallback(status) {
          isDead ||= status === 404;
        },
        finish: (answered) => (isDead ? null : answered),
      };
    },
  },
  {
    what: 'does not escape the JSON in its tags',
    foundBy: 'reply-tags',
    says: /is not JSON/,
    broken: () => ({ reply: () => `Look. <svc-custom-order json="{"id":7}"/>` }),
  },
];
