import { maxUserMessageBytes } from '@parley/protocol';
import {
  evidenceOf,
  type PlayedSession,
  type PlayedStep,
  type SessionChanges,
} from '../../rehearsal/index.ts';
import { CannotTry, type Finding, failed, passed } from '../finding.ts';
import { judge, type Player } from './player.ts';

export const hello = 'Hello! What can you do?';

type Line = (session: PlayedSession) => Promise<PlayedStep>;

const login: Line = (session) => session.login();
const logout: Line = (session) => session.logout();
const say =
  (message: string, heard: string | null = null): Line =>
  (session) =>
    session.chat(message, { heard });

/** Plays the lines in one session. The first problem is the finding. */
const script =
  (lines: readonly Line[], changes: SessionChanges = {}) =>
  async (player: Player): Promise<Finding> => {
    const session = player.session(changes);
    for (const line of lines) {
      const step = await line(session);
      if (step.problem !== null) return judge(step);
    }
    await session.logout();
    return passed;
  };

const ssml =
  '<speak>Hello. <break time="300ms"/><emphasis level="strong">What</emphasis> does <say-as interpret-as="characters">A&amp;B</say-as> cost?</speak>';
const order = `<order json='{"id":7,"note":"a \\"quoted\\" word, 3 > 2 &amp; {braces}"}'/>`;
const bigMessage = 'Long words go on. '.repeat(maxUserMessageBytes).slice(0, maxUserMessageBytes);
const withUnknownFields = (body: string): string =>
  JSON.stringify({ ...JSON.parse(body), addedLater: { list: [1, null, 'two'] }, alsoAddedLater: true });
const optionalFacts = {
  accessToken: 'sample-access-token',
  customString: '{"plan":"gold","tags":["a","ü"]}',
  jwtToken: 'sample.jwt.token',
};

/** Checks that are nothing but a short conversation. */
export const scripted = {
  logout: script([login, logout]),
  'optional-fields': script([login, say(hello), say('Go on.', 'Once upon a')], {
    facts: optionalFacts,
    sendsHeard: true,
  }),
  'unknown-fields': script([login, say(hello)], { alter: withUnknownFields }),
  ssml: script([login, say(ssml)]),
  'custom-tag': script([login, say(`I would like this one. ${order}`)]),
  'empty-reply': script([login, say(order)]),
  'big-message': script([login, say(bigMessage)]),
  'repeated-login': script([login, say(hello), login, say('Are you still there?')]),
};

/** The first LOGIN also shows whether there is anything at the address. */
export async function checkLogin(player: Player): Promise<Finding> {
  const session = player.session();
  const step = await session.login();
  if (!step.reached) throw new CannotTry(step.problem ?? 'The endpoint could not be reached.');
  if (step.problem === null) await session.logout();
  return judge(step);
}

const umlauts = 'für';
const scripts = `Grüße ${umlauts} dich! 你好 שלום नमस्ते 👩‍👩‍👧 𝒳 "quotes" \\ backslash & tab\t, line\u2028separator.`;
/** What UTF-8 looks like if it was read as Latin-1. */
const misread = Buffer.from(umlauts).toString('latin1');

export const checkUnicode = (player: Player): Promise<Finding> =>
  player.inSession(async (session) => {
    const step = await session.chat(scripts);
    if (step.problem !== null) return judge(step);
    const evidence = evidenceOf(step.exchanges.at(-1));
    if (step.reply.includes(misread))
      return failed(`The reply has "${misread}" where the message had "${umlauts}".`, evidence);
    if (step.reply.includes('\ufffd')) return failed('The reply is not UTF-8.', evidence);
    return passed;
  });
