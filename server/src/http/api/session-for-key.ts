import type { SessionDirectory, SessionSnapshot } from '../../bus/index.ts';
import { type ApiCaller, mayUseAvatar } from '../access/api-key.ts';
import { ContractError } from '../answers/contract-error.ts';

/**
 * Finds a live session that the key may see. Otherwise throws the contract's error, with checks in the contract's
 * order.
 */
export function findSessionForKey(
  sessions: SessionDirectory,
  key: ApiCaller,
  sessionId: string,
): Promise<SessionSnapshot> | SessionSnapshot {
  const found = sessions.find(sessionId);
  return found instanceof Promise
    ? found.then((snapshot) => mustBeVisible(snapshot, key))
    : mustBeVisible(found, key);
}

function mustBeVisible(snapshot: SessionSnapshot | null, key: ApiCaller): SessionSnapshot {
  if (snapshot === null) throw new ContractError('sessionNotFound');
  if (snapshot.accountId !== key.accountId) throw new ContractError('foreignAvatar');
  if (!mayUseAvatar(key, snapshot.state.avatarId)) throw new ContractError('avatarNotAllowed');
  return snapshot;
}
