import type { DisconnectAnswer } from '@parley/protocol';
import type { SessionDirectory } from '../../bus/index.ts';
import { readJsonObject } from '../../kernel/index.ts';
import { keyOf } from '../access/api-key.ts';
import { sendJson } from '../answers/answers.ts';
import { ContractError } from '../answers/contract-error.ts';
import type { Route } from '../route.ts';
import documents from './documents.json' with { type: 'json' };
import { withErrors } from './error-answers.ts';
import { findSessionForKey } from './session-for-key.ts';

export function disconnectSessionRoute(deps: { sessions: SessionDirectory }): Route {
  return {
    method: 'POST',
    path: '/sessions/disconnect',
    access: { kind: 'api-key', permission: 'disconnect_sessions', shape: 'fail' },
    document: withErrors(
      'fail',
      documents['POST /sessions/disconnect'],
      'avatarNotAllowed',
      'foreignAvatar',
      'sessionNotFound',
    ),
    async handle(request, reply) {
      const { session_id: sessionId } = readJsonObject(request.body);
      if (typeof sessionId !== 'string' || sessionId === '') {
        throw new ContractError('invalidParams', 'session_id must be given as a string');
      }
      await findSessionForKey(deps.sessions, keyOf(request), sessionId);
      const ended = await deps.sessions.disconnect(sessionId);
      if (!ended) throw new ContractError('sessionNotFound');
      return sendJson(reply, 200, { status: 'OK', failReason: 0 } satisfies DisconnectAnswer);
    },
  };
}
