import type { SessionDirectory, SessionSnapshot } from '../../bus/index.ts';
import type { KeyRecord } from '../../keys/index.ts';
import { mayUseAvatar } from '../access/api-key.ts';
import { ContractError } from '../contract-error.ts';

/** Finds a live session that the key may see; otherwise throws the contract's error, checked in the contract's order. */
export function findOwnSession(
  sessions: SessionDirectory,
  key: KeyRecord,
  sessionId: string,
): Promise<SessionSnapshot> | SessionSnapshot {
  const found = sessions.find(sessionId);
  return found instanceof Promise ? found.then((sight) => ownOnly(sight, key)) : ownOnly(found, key);
}

function ownOnly(sight: SessionSnapshot | null, key: KeyRecord): SessionSnapshot {
  if (sight === null) throw new ContractError('sessionNotFound');
  if (sight.accountId !== key.accountId) throw new ContractError('foreignAvatar');
  if (!mayUseAvatar(key, sight.state.avatarId)) throw new ContractError('avatarNotAllowed');
  return sight;
}
