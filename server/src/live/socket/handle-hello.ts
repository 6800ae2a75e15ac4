import { closeCodes, type ServerFrame, wireVersions } from '@parley/protocol';
import { newSecret, secretHash } from '../identity/secrets.ts';
import { avatarBusy } from '../joining/join-refusal.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { Sessions } from '../session/sessions.ts';
import type { ClientSocket } from '../session/socket-link.ts';
import { readFrame } from './frame-reader.ts';

/** Checks a hello and attaches its socket to the session. Null if the client was refused. */
export async function handleHello(
  text: string,
  socket: ClientSocket,
  sessions: Sessions,
): Promise<LiveSession | null> {
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
  const session = sessions.get(sessionId);
  if (session === undefined) {
    return refuse(socket, 'session_ended', 'This session has ended.', closeCodes.ended);
  }
  const maxSessions = (await session.avatar())?.avatar.maxSessions ?? null;
  // From here to the join nothing may wait: a ticket works once.
  const resumeHash = hashOf(resume);
  const admitted = session.credentials.check(hashOf(ticket), resumeHash);
  if (admitted === null) {
    return refuse(socket, 'bad_ticket', 'The ticket or resume secret is not valid.');
  }
  if (!session.limits.allowsJoin()) {
    return refuse(
      socket,
      'too_many_requests',
      'Too many connections. Please slow down.',
      closeCodes.tryLater,
    );
  }
  if (admitted === 'fresh' && !sessions.takePlace(session, maxSessions)) {
    void session.finish('timeout', 'limit');
    return refuse(socket, 'avatar_busy', avatarBusy);
  }
  const nextSecret = newSecret();
  const resumed = admitted === 'resumed';
  const pass = { usedHash: resumed ? resumeHash : null, nextHash: secretHash(nextSecret), reconnects };
  if (!(await session.join(socket, pass))) return null;
  session.welcome(socket, { version, resume: nextSecret, resumed, wantsEvents });
  return session;
}

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
