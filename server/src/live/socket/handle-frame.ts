import {
  type ClientFrame,
  type ClientFrames,
  classifyMessage,
  clientReports,
  isClientReport,
  maxSpokenMessageBytes,
  maxUserMessageBytes,
  parseServiceTag,
  readMarkup,
  sanitizeText,
  speechText,
  stripServiceTags,
} from '@parley/protocol';
import { Compile } from 'typebox/compile';
import { tooManyTags } from '../conversation/registered-tags.ts';
import type { LiveSession } from '../session/live-session.ts';
import { readFrame } from './frame-reader.ts';

const pingText = '{"type":"ping"}';
const maxTagProblems = 5;
const tooMany = 'Too many messages. Please slow down.';

/** Takes one frame of a client whose socket has joined. A frame that cannot be taken never ends the session. */
export function takeFrame(session: LiveSession, text: string): void {
  session.touch();
  if (!session.limits.mayTake())
    return refuse(session, 'too_many_frames', 'Too many frames. Please slow down.');
  if (text === pingText) return session.send({ type: 'pong' });
  const read = readFrame(text);
  if (!read.ok) return session.send({ type: 'error', code: read.code, message: read.message });
  const { frame } = read;
  const id = 'id' in frame ? frame.id : undefined;
  if (id !== undefined && !session.takesFirst(id)) return;
  dispatch(session, frame);
}

function dispatch(session: LiveSession, frame: ClientFrame): void {
  switch (frame.type) {
    case 'ping':
      return session.send({ type: 'pong' });
    case 'load':
      return takeLoad(session, frame.progress);
    case 'audio':
      return session.talk.speaker.want(frame.wanted, frame.device ?? false);
    case 'open':
      void session.talk.open();
      return;
    case 'message':
      return takeMessage(session, frame);
    case 'say':
      return takeSay(session, frame.text);
    case 'interrupt':
      return session.talk.step({ kind: 'interrupt', heard: frame.heard ?? null });
    case 'speech':
      return session.talk.step({ kind: 'listening', active: frame.active || session.talk.microphoneOpen });
    case 'microphone':
      session.talk.microphoneOpen = frame.open;
      return session.talk.step({ kind: 'listening', active: frame.open });
    case 'playback':
      return session.talk.step({ kind: 'played', ...frame });
    case 'platform':
      return unlessTooMany(session, () => session.setPlatform(frame.platform));
    case 'clear-context':
      return unlessTooMany(session, () => void session.talk.clearContext());
    case 'context':
      return takeContext(session, frame.text);
    case 'bye':
      void session.finish('hangup');
      return;
    case 'hello':
      return refuse(session, 'bad_frame', 'This socket has said hello already.');
    case 'event':
      return takeReport(session, frame);
  }
}

const reportChecks = new Map(
  Object.entries(clientReports).map(([name, schema]) => [name, Compile(schema)] as const),
);

/** What a page reports of itself; only the fields that the event has are passed on. */
function takeReport(session: LiveSession, { name, details }: ClientFrames['event']): void {
  const check = isClientReport(name) ? reportChecks.get(name) : undefined;
  if (!isClientReport(name) || check === undefined)
    return refuse(session, 'unknown_event', 'There is no such event.');
  if (!check.Check(details))
    return refuse(session, 'bad_frame', `event: the details of ${name} are not as wanted.`);
  const known = Object.keys(clientReports[name].properties).map((field) => [field, details[field]]);
  session.news.report(name, Object.fromEntries(known));
}

/** At 0, at 1 and at most once a second between. */
function takeLoad(session: LiveSession, progress: number): void {
  session.talk.statusView.loading(progress);
  session.talk.step({ kind: 'loaded', progress });
  if (session.limits.mayTellProgress(progress)) session.news.report('avatar:load-progress', { progress });
}

function takeMessage(session: LiveSession, { text: given, heard }: ClientFrames['message']): void {
  if (Buffer.byteLength(given) > maxUserMessageBytes) {
    return refuse(session, 'message_too_large', `A message may have at most ${maxUserMessageBytes} bytes.`);
  }
  unlessTooMany(session, () => {
    const text = sanitizeText(given);
    if (text.includes('<')) obeyServiceTags(session, text);
    const kind = classifyMessage(text);
    if (kind === 'empty' || kind === 'service-only') return;
    if (session.talk.crowded) return refuse(session, 'too_many_messages', tooMany);
    const message = stripServiceTags(text);
    session.talk.step({ kind: 'ask', message, words: kind === 'spoken', heard: heard ?? null });
    // After the step, so that the words which it cut short come before it in the transcript.
    session.talk.record.userAsked(speechText(text), session.talk.lastTurn);
  });
}

function takeSay(session: LiveSession, given: string): void {
  if (Buffer.byteLength(given) > maxSpokenMessageBytes) {
    return refuse(
      session,
      'message_too_large',
      `What is to be said may have at most ${maxSpokenMessageBytes} bytes.`,
    );
  }
  unlessTooMany(session, () => {
    if (session.talk.crowded) return refuse(session, 'too_many_messages', tooMany);
    session.talk.announce('say', sanitizeText(given), false);
  });
}

function takeContext(session: LiveSession, given: string): void {
  if (Buffer.byteLength(given) > maxUserMessageBytes) {
    return refuse(session, 'message_too_large', `Context may have at most ${maxUserMessageBytes} bytes.`);
  }
  unlessTooMany(session, () => void session.talk.addContext(stripServiceTags(sanitizeText(given))));
}

/** For all that makes work beyond the socket: a question, a write. */
function unlessTooMany(session: LiveSession, work: () => void): void {
  if (session.limits.mayAsk()) work();
  else refuse(session, 'too_many_messages', tooMany);
}

/** A page registers its tags here. What it asks of the avatar itself is done by the page, not by the service. */
function obeyServiceTags(session: LiveSession, text: string): void {
  const problems: string[] = [];
  let registered = false;
  for (const segment of readMarkup(text)) {
    if (segment.kind !== 'service') continue;
    const parsed = parseServiceTag(segment.tag);
    if (!parsed.ok) problems.push(`${parsed.problem}.`);
    else if (parsed.command.kind === 'register-tag') {
      const { tagName, event } = parsed.command;
      if (session.talk.registeredTags.register(tagName, event)) registered = true;
      else problems.push(tooManyTags);
    }
  }
  if (registered) void session.save();
  for (const problem of problems.slice(0, maxTagProblems)) refuse(session, 'bad_tag', problem);
}

function refuse(session: LiveSession, code: string, message: string): void {
  session.send({ type: 'error', code, message });
}
