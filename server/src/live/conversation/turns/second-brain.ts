import type { AvatarWithSecrets } from '../../../avatars/index.ts';
import type { TurnOutcome } from '../../../conversations/index.ts';
import type { UserFacts } from '../../identity/user-facts.ts';
import type { OpenResult, Question } from './brain.ts';

/** A question whose answer is over. */
export type EndedTurn = Pick<Question, 'user' | 'message' | 'heard' | 'recordedAs' | 'context'> & {
  readonly number: number;
  readonly outcome: TurnOutcome;
};

/**
 * An avatar's second brain: as a canary it answers some sessions, as a shadow it gets copies. Every call returns at
 * once, and none of them fails.
 */
export type SecondBrain = {
  /** The avatar for a new session: with the second brain in place of the first, if it is the canary's turn. */
  choose(avatar: AvatarWithSecrets): AvatarWithSecrets;
  /** The session's brain was told about the session. A refusal that ends the session is stored by then. */
  handleOpened(user: UserFacts, avatar: AvatarWithSecrets, outcome: OpenResult['outcome']): void;
  handleTurn(turn: EndedTurn, avatar: AvatarWithSecrets): void;
  handleEnded(sessionId: string): void;
  /** Another process has the session now. */
  handleHandedOver(sessionId: string): void;
};
