import type { SealedColumn } from '../../db/index.ts';
import type { Log, SealedBox } from '../../kernel/index.ts';
import type { SessionBrain } from './session-brain.ts';
import type { LoginFacts } from './user-facts.ts';

/** What a session's row keeps sealed. */
type SealedFacts = { readonly login: LoginFacts; readonly brain: SessionBrain };

const sealContext = (sessionId: string, kind: keyof SealedFacts): string => `session:${sessionId}:${kind}`;

export const sealFacts = <K extends keyof SealedFacts>(
  box: SealedBox,
  sessionId: string,
  kind: K,
  facts: SealedFacts[K],
): string => box.seal(JSON.stringify(facts), sealContext(sessionId, kind));

/** Null if there are none or they cannot be read: one such session must not keep others from being recovered. */
export function openFacts<K extends keyof SealedFacts>(
  { box, log }: { readonly box: SealedBox; readonly log: Log },
  sessionId: string,
  kind: K,
  sealed: string | null,
): SealedFacts[K] | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(box.open(sealed, sealContext(sessionId, kind))) as SealedFacts[K];
  } catch (error) {
    log.error({ err: error, sessionId }, `could not read the ${kind} facts of a session`);
    return null;
  }
}

export const sealedSessionColumns: readonly SealedColumn[] = (['login', 'brain'] as const).map((kind) => ({
  table: 'sessions',
  column: `${kind}_sealed`,
  keys: ['id'],
  context: ([id]) => sealContext(String(id), kind),
  // All others have been over for long, and need neither.
  where: "state <> 'ended' or logout = 'due' or transcript = 'due'",
}));
