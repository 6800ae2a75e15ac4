import { closeCodes, type ServerFrame, wireVersions } from '@parley/protocol';
import { OwnerUnreachable } from '../../bus/index.ts';
import { newSecret, secretHash } from '../identity/secrets.ts';
import { joinRefusals } from '../joining/join-refusal.ts';
import type { ClientSocket } from '../session/client/socket-link.ts';
import type { LiveSession } from '../session/live-session.ts';
import { readFrame } from './frame-reader.ts';
import type { TurnOpener } from './visitor-sound.ts';

/** The hashes of the credentials that a client has hashes. */
export type CredentialHashes = { readonly ticketHash: string | null; readonly resumeHash: string | null };
/** `unreachable`: the session is alive, but its owner cannot be asked for it now. */
export type SessionLookup = LiveSession | 'ended' | 'refused' | 'unreachable';

/** What a hello needs: sessions, and avatars' slots. */
export interface HelloDeps {
  readonly openTurn: TurnOpener;
  /** Called before a message from any client is taken. */
  handleMessage(): void;
  find(sessionId: string, hashes: CredentialHashes): Promise<SessionLookup> | SessionLookup;
  /** Gives a connecting session one of the avatar's slots. False if all are taken. */
  takeSlot(session: LiveSession, maxSessions: number): Promise<boolean>;
}

/** Checks a hello and attaches its socket to the session. Null if the client was refused. */
export async function handleHello(
  text: string,
  socket: ClientSocket,
  deps: HelloDeps,
): Promise<LiveSession | null> {
  try {
    return await enter(text, socket, deps);
  } catch (error) {
    if (error instanceof OwnerUnreachable) return refuseForNow(socket);
    throw error;
  }
}

async function enter(text: string, socket: ClientSocket, deps: HelloDeps): Promise<LiveSession | null> {
  const read = readFrame(text);
  if (!read.ok || read.frame.type !== 'hello') {
    return refuse(socket, 'bad_hello', 'The first frame must be hello.');
  }
  const { versions, sessionId, ticket, resume, events: wantsEvents = false, reconnects = true } = read.frame;
  const version = wireVersions.findLast((known) => versions.includes(known));
  if (version === undefined) {
    const message = `This service speaks version ${wireVersions.join(', ')}.`;
    return refuse(socket, 'unsupported_version', message, closeCodes.unsupported);
  }
  const [ticketHash, resumeHash] = [hashOf(ticket), hashOf(resume)];
  const finding = deps.find(sessionId, { ticketHash, resumeHash });
  const session = finding instanceof Promise ? await finding : finding;
  if (session === 'ended') {
    return refuse(socket, 'session_ended', 'This session has ended.', closeCodes.ended);
  }
  if (session === 'unreachable') return refuseForNow(socket);
  if (session === 'refused') return refuseCredentials(socket);
  const maxSessions = (await session.avatar())?.avatar.maxSessions ?? null;
  const isFresh = session.credentials.check(ticketHash, resumeHash) === 'fresh';
  const hasSlot = !isFresh || maxSessions === null || (await deps.takeSlot(session, maxSessions));
  // From here to the join nothing may wait: a ticket works once.
  if (session.isGone) return refuseForNow(socket);
  const admitted = session.credentials.check(ticketHash, resumeHash);
  if (admitted === null) return refuseCredentials(socket);
  if (!session.limits.allows('join')) {
    return refuse(
      socket,
      'too_many_requests',
      'Too many connections. Please slow down.',
      closeCodes.tryLater,
    );
  }
  if (admitted === 'fresh' && !hasSlot) {
    void session.finish('timeout', 'limit');
    return refuse(socket, 'avatar_busy', joinRefusals.avatar_busy.text);
  }
  const nextSecret = newSecret();
  const resumed = admitted === 'resumed';
  const pass = { usedHash: resumed ? resumeHash : null, nextHash: secretHash(nextSecret), reconnects };
  if (!(await session.join(socket, pass))) return null;
  session.welcome(socket, { version, resume: nextSecret, resumed, wantsEvents });
  return session;
}

/** Another process has the session, and the client may reach that process next time. */
const refuseForNow = (socket: ClientSocket): null =>
  refuse(socket, 'try_later', 'Could not reach this session. Try again in a moment.', closeCodes.tryLater);

const refuseCredentials = (socket: ClientSocket): null =>
  refuse(socket, 'bad_ticket', 'The ticket or resume secret is not valid.');

const hashOf = (secret: string | undefined): string | null =>
  secret === undefined ? null : secretHash(secret);

function refuse(
  socket: ClientSocket,
  code: string,
  message: string,
  closeCode: number = closeCodes.refused,
): null {
  const frame: ServerFrame = { type: 'error', code, message };
  socket.send(JSON.stringify(frame));
  socket.close(closeCode, code);
  return null;
}
