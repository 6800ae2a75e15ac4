import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { ConversationDeps } from '../conversation/conversation-runner.ts';
import type { SessionWriter } from '../store/session-writer.ts';
import type { EventPublisherDeps } from './event-publisher.ts';
import type { LoginDeps } from './login-handshake.ts';

/** What all sessions of a process share. */
export type SessionDeps = ConversationDeps &
  EventPublisherDeps &
  LoginDeps & {
    readonly writer: SessionWriter;
    /** Null if there is no such avatar or the database failed. */
    avatar(id: number): Promise<AvatarWithSecrets | null> | AvatarWithSecrets | null;
    /** The token with which the session's page may send recordings to be transcribed. */
    hearingTokenOf(sessionId: string): string;
    /** The end is stored and no LOGIN is on its way. `loginArrived`: the endpoint may know the session. */
    handleEnded(sessionId: string, loginArrived: boolean): void;
  };
