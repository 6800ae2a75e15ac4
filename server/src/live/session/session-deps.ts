import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { ConversationDeps } from '../conversation/conversation-deps.ts';
import type { EventPublisherDeps } from '../events/event-publisher.ts';
import type { SessionIdentity } from '../identity/session-identity.ts';
import type { SessionWriter } from '../store/session-writer.ts';
import type { LoginDeps } from './avatar/login-handshake.ts';

/** What all sessions of a process share. */
export type SessionDeps = ConversationDeps &
  EventPublisherDeps &
  LoginDeps & {
    readonly writer: SessionWriter;
    /** Null if there is no such avatar, undefined if the database failed. */
    avatar(id: number): Promise<AvatarWithSecrets | null | undefined> | AvatarWithSecrets | null;
    /** The tokens with which the session's page may send recordings and download the transcript. */
    pageTokensOf(sessionId: string): { readonly hearing: string; readonly transcript: string };
    /** The end is stored and no LOGIN is on its way. `loginArrived`: the endpoint may know the session. */
    handleEnded(session: SessionIdentity, loginArrived: boolean): void;
  };
