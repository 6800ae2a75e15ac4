import {
  type ClientFrames,
  classifyMessage,
  maxSpokenMessageBytes,
  maxUserMessageBytes,
  parseServiceTag,
  readMarkup,
  speechText,
  stripServiceTags,
} from '@parley/protocol';
import { mayAddContext, maySay } from '../conversation/page-permissions.ts';
import { tooManyTags } from '../conversation/speech/registered-tags.ts';
import { wordRefusals } from '../conversation/word-refusals.ts';
import type { WatchLog } from '../person/watch-log.ts';
import type { LiveSession } from '../session/live-session.ts';

const maxTagProblems = 5;

export function handleMessage(
  session: LiveSession,
  { text, heard, ...how }: ClientFrames['message'],
): unknown {
  if (isTooLarge(session, 'A message', text, maxUserMessageBytes)) return;
  return withinRate(session, () => {
    const stored = text.includes('<') ? handleServiceTags(session, text) : null;
    if (session.people.watched.log !== null) watchTags(session.people.watched.log, text);
    const kind = classifyMessage(text);
    if (kind === 'empty' || kind === 'service-only') return stored;
    const words = speechText(text);
    const message = stripServiceTags(text);
    const taken = session.conversation.ask(message, words, kind === 'spoken', heard ?? null, how);
    if (taken !== 'taken') session.send({ type: 'error', ...wordRefusals[taken] });
    return stored;
  });
}

export function handleSay(session: LiveSession, text: string): unknown {
  if (isTooLarge(session, 'A text to say', text, maxSpokenMessageBytes)) return;
  return withinRate(session, async () => {
    if (!maySay(await session.avatar(), session)) return;
    const taken = session.conversation.say(text);
    if (taken !== 'taken') session.send({ type: 'error', ...wordRefusals[taken] });
  });
}

export function handleContext(session: LiveSession, text: string): unknown {
  if (isTooLarge(session, 'Context', text, maxUserMessageBytes)) return;
  return withinRate(session, async () => {
    if (mayAddContext(await session.avatar(), session))
      session.conversation.modelContext.add(stripServiceTags(text));
  });
}

/** Limits the frames that cause work beyond the socket, such as a question or a write. */
export function withinRate(session: LiveSession, work: () => unknown): unknown {
  return session.limits.allows('message') ? work() : refuseTooMany(session);
}

export function refuse(session: LiveSession, code: string, message: string): void {
  session.send({ type: 'error', code, message });
}

function refuseTooMany(session: LiveSession): void {
  session.send({ type: 'error', ...wordRefusals['too-many'] });
}

function isTooLarge(session: LiveSession, what: string, text: string, maxBytes: number): boolean {
  if (Buffer.byteLength(text) <= maxBytes) return false;
  refuse(session, 'message_too_large', `${what} may have at most ${maxBytes} bytes.`);
  return true;
}

/** Tells watchers which tags the page has sent. */
function watchTags(log: WatchLog, text: string): void {
  for (const segment of readMarkup(text)) {
    if (segment.kind !== 'service' && segment.kind !== 'custom') continue;
    const { name, attributes } = segment.tag;
    log.add({ kind: 'tag', name, attributes: Object.fromEntries(attributes), from: 'page' });
  }
}

/** Registers the page's custom tags. The page itself handles the service tags that are for the avatar. */
function handleServiceTags(session: LiveSession, text: string): Promise<unknown> | null {
  const problems: string[] = [];
  let registered = false;
  for (const segment of readMarkup(text)) {
    if (segment.kind !== 'service') continue;
    const parsed = parseServiceTag(segment.tag);
    if (!parsed.ok) problems.push(`${parsed.problem}.`);
    else if (parsed.command.kind === 'register-tag') {
      const { tagName, event } = parsed.command;
      if (session.conversation.tags.register(tagName, event)) registered = true;
      else problems.push(tooManyTags);
    }
  }
  for (const problem of problems.slice(0, maxTagProblems)) refuse(session, 'bad_tag', problem);
  return registered ? session.save() : null;
}
