import { type ClientFrame, type ClientFrames, clientReports, isClientReport } from '@parley/protocol';
import { Compile } from 'typebox/compile';
import { mayRequestPerson } from '../conversation/page-permissions.ts';
import type { LiveSession } from '../session/live-session.ts';
import { readFrame } from './frame-reader.ts';
import { handleContext, handleMessage, handleSay, refuse, withinRate } from './handle-message.ts';
import { knownFields } from './known-fields.ts';

const pingText = '{"type":"ping"}';

/**
 * Handles one frame of an attached client. A frame that is refused never ends the session. What it starts may last
 * longer, and is returned so that its failure is noticed.
 */
export function handleFrame(session: LiveSession, text: string): unknown {
  session.handleFrame();
  if (!session.limits.allows('frame')) {
    return refuse(session, 'too_many_frames', 'Too many frames. Please slow down.');
  }
  // Most frames are pings, so they are not parsed.
  if (text === pingText) return session.send({ type: 'pong' });
  const read = readFrame(text);
  if (!read.ok) return refuse(session, read.code, read.message);
  const { frame } = read;
  const id = 'id' in frame ? frame.id : undefined;
  if (id !== undefined) {
    session.send({ type: 'ack', id });
    if (id <= session.lastFrame) return;
    session.lastFrame = id;
  }
  return dispatch(session, frame);
}

function dispatch(session: LiveSession, frame: ClientFrame): unknown {
  const { conversation } = session;
  switch (frame.type) {
    case 'ping':
      return session.send({ type: 'pong' });
    case 'load':
      return handleLoad(session, frame.progress);
    case 'audio':
      return conversation.setAudioWanted(frame.wanted, frame.device ?? false, frame.languages ?? []);
    case 'open':
      return conversation.open();
    case 'message':
      return handleMessage(session, frame);
    case 'say':
      return handleSay(session, frame.text);
    case 'language':
      return conversation.take({ kind: 'language', language: frame.name });
    case 'interrupt':
      return conversation.take({ kind: 'interrupt', heard: frame.heard ?? null });
    case 'speech':
      return conversation.take({ kind: 'speech', active: frame.active });
    case 'microphone':
      return conversation.take({ kind: 'microphone', open: frame.open });
    case 'playback': {
      const { utterance, sentences, done } = frame;
      return conversation.take({ kind: 'played', utterance, sentences, done });
    }
    case 'platform':
      return withinRate(session, () => {
        if (session.limits.allows('event')) session.events.setPlatform(frame.platform);
        else refuse(session, 'too_many_messages', 'Too many events. Please slow down.');
      });
    case 'clear-context':
      return withinRate(session, () => conversation.clearContext());
    case 'context':
      return handleContext(session, frame.text);
    case 'heard':
      return handleHeard(session, frame.text);
    case 'request-person':
      return withinRate(session, () => handleRequest(session, frame.reason ?? ''));
    case 'leaving':
      return withinRate(session, () => session.leave());
    case 'bye':
      return session.finish('hangup', 'visitor');
    case 'hello':
      return refuse(session, 'bad_frame', 'This socket has said hello already.');
    case 'event':
      return handleEvent(session, frame);
  }
}

async function handleRequest(session: LiveSession, reason: string): Promise<void> {
  if (mayRequestPerson(await session.avatar(), session)) await session.personRequests.add(reason, 'visitor');
}

/** Only watchers get these words. */
function handleHeard({ people: { watched }, limits }: LiveSession, text: string): void {
  if (watched.log !== null && limits.allows('heard')) watched.log.add({ kind: 'heard', text });
}

function handleLoad(session: LiveSession, progress: number): void {
  session.conversation.setLoaded(progress);
  if (session.limits.allowsProgressEvent(progress)) {
    session.events.report('avatar:load-progress', { progress });
  }
}

const reports = new Map(
  Object.entries(clientReports).map(
    ([name, schema]) => [name, { check: Compile(schema), known: knownFields(schema) }] as const,
  ),
);

/** An event from the page. Only the details that the event's schema knows are published. */
function handleEvent(session: LiveSession, { name, details }: ClientFrames['event']): void {
  const report = reports.get(name);
  if (!isClientReport(name) || report === undefined) {
    return refuse(session, 'unknown_event', 'This event does not exist. Check its name.');
  }
  if (!report.check.Check(details)) {
    return refuse(session, 'bad_frame', `event: the details of ${name} do not fit its schema.`);
  }
  const known = report.known(details) as Record<string, unknown>;
  session.events.report(name, known);
  session.people.watched.log?.add({ kind: 'event', name, details: known });
}
