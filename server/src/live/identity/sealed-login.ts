import type { SealedBox } from '../../kernel/index.ts';
import type { LoginFacts } from './user-facts.ts';

const sealContext = (sessionId: string): string => `session:${sessionId}:login`;

export const sealLogin = (box: SealedBox, sessionId: string, facts: LoginFacts): string =>
  box.seal(JSON.stringify(facts), sealContext(sessionId));

export function openLogin(box: SealedBox, sessionId: string, sealed: string): LoginFacts {
  return JSON.parse(box.open(sealed, sealContext(sessionId))) as LoginFacts;
}
