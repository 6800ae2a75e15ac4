import {
  isSessionField,
  type SessionAnswer,
  type SessionField,
  type SessionState,
  sessionFields,
} from '@parley/protocol';
import type { SessionDirectory, SessionSnapshot } from '../../bus/index.ts';
import { keyOf } from '../access/api-key.ts';
import { sendJson } from '../answers/answers.ts';
import { ContractError } from '../answers/contract-error.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };
import { withErrors } from './error-answers.ts';
import { findSessionForKey } from './session-for-key.ts';

const document = documents['GET /session/query'];
const maxIdLength = document.query.sessionId.maxLength;
const maxKnownLists = 100;

export function querySessionRoute(deps: { sessions: SessionDirectory }): Route {
  const fieldsOf = createFieldsReader();
  return {
    method: 'GET',
    path: '/session/query',
    access: { kind: 'api-key', permission: 'read_session_state', shape: 'fail', edgeLimit: true },
    document: withErrors('fail', document, 'avatarNotAllowed', 'foreignAvatar', 'sessionNotFound'),
    handle(request, reply) {
      const query = request.query as Record<string, unknown>;
      const sessionId = readSessionId(query.sessionId);
      const fields = fieldsOf(query.fields);
      const answer = ({ state }: SessionSnapshot) =>
        sendJson(reply, 200, {
          status: 'OK',
          failReason: 0,
          sessionId,
          state: pick(state, fields),
        } satisfies SessionAnswer<never>);
      const found = findSessionForKey(deps.sessions, keyOf(request), sessionId);
      return found instanceof Promise ? found.then(answer) : answer(found);
    },
  };
}

function readSessionId(value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new ContractError('invalidParams', 'sessionId must be given once');
  }
  if (value.length > maxIdLength && [...value].length > maxIdLength) {
    throw new ContractError('invalidParams', `sessionId must have at most ${maxIdLength} characters`);
  }
  return value;
}

/** Remembers parsed field lists: callers repeat the same ones, and parsing is a large part of a query's cost. */
function createFieldsReader(): (value: unknown) => readonly SessionField[] {
  const known = new Map<unknown, readonly SessionField[]>();
  return (value) => {
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const fields = readFields(value);
    if (known.size < maxKnownLists) known.set(value, fields);
    return fields;
  };
}

function readFields(value: unknown): readonly SessionField[] {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new ContractError('invalidParams', `fields must be given once, out of ${sessionFields.join(', ')}`);
  }
  const fields = value.split(',').map((part) => part.trim());
  if (fields.every(isSessionField)) return fields;
  throw new ContractError('invalidParams', `fields may hold ${sessionFields.join(', ')} and nothing else`);
}

function pick(state: SessionState, fields: readonly SessionField[]) {
  const picked: Partial<Record<SessionField, SessionState[SessionField]>> = {};
  for (const field of fields) picked[field] = state[field] ?? null;
  return picked;
}
