import { parseJsonObject } from '../../../kernel/index.ts';
import { BrainFailure, type BrainNote, newTimes, type UserFacts } from '../../../live/index.ts';
import type { EndpointSettings } from '../endpoint.ts';
import { createGateway, type GatewayDeps } from '../gateway.ts';
import { type Exchange, recordingOutbound } from './recording-outbound.ts';

const notSent = { request: null, answer: null, startedAt: null, firstByteMs: null, totalMs: null };

export type EndpointTestStep = Readonly<Exchange | typeof notSent> & {
  readonly action: 'LOGIN' | 'CHAT' | 'LOGOUT';
  readonly outcome: 'ok' | 'failed' | 'skipped';
  readonly problems: readonly string[];
  readonly advice: readonly string[];
};

const slowMs = 1_000;

/** Runs LOGIN, CHAT and LOGOUT through the code that serves real sessions, and reports what was sent and received. */
export async function runEndpointTest(
  deps: GatewayDeps,
  settings: EndpointSettings,
  play: { user: UserFacts; message: string; avatarId: number; signal: AbortSignal },
): Promise<EndpointTestStep[]> {
  const { clock } = deps;
  const exchanges: Exchange[] = [];
  const secrets = [settings.key, deps.authTokenOf(play.user.sessionId)];
  // It has its own gateway, and so its own circuit breakers: the trial and real sessions do not affect each other.
  const recording = recordingOutbound(
    deps.outbound.forAccount(settings.accountId),
    clock,
    exchanges,
    secrets,
  );
  const gateway = createGateway({ ...deps, outbound: { forAccount: () => recording } });
  const brain = gateway.brain(play.avatarId, settings);
  const steps: EndpointTestStep[] = [];
  const add = (action: EndpointTestStep['action'], problems: string[], advice: string[] = []) => {
    const mine = exchanges.splice(0);
    steps.push(stepOf(action, mine, problems, advice));
  };

  const opening = await brain.open(play.user, play.signal);
  add('LOGIN', opening.outcome === 'open' ? [] : [problemIn(opening.note)]);
  const reached = opening.outcome === 'open' || (opening.outcome === 'failed' && opening.reached);
  if (!reached) {
    return [...steps, skipped('CHAT'), skipped('LOGOUT')];
  }

  let reply = '';
  const problems: string[] = [];
  try {
    const question = {
      user: play.user,
      message: play.message,
      heard: null,
      takeover: [],
      recordedAs: null,
      times: newTimes(clock.now()),
      context: [],
      traceparent: null,
    };
    const answer = await brain.answer(question, play.signal);
    for await (const piece of typeof answer === 'string' ? [answer] : answer) reply += piece;
  } catch (error) {
    if (!(error instanceof BrainFailure)) throw error;
    problems.push(error.message);
  }
  add('CHAT', problems, problems.length === 0 && reply === '' ? [emptyReply] : []);

  const logout = await gateway.logout(play.avatarId, play.user.sessionId, settings, play.signal);
  add('LOGOUT', logout.outcome === 'acknowledged' ? [] : [problemIn(logout.note)]);
  return steps;
}

const emptyReply =
  'The reply is empty. The avatar says nothing until your endpoint sends a callback message.';
const skipped = (action: EndpointTestStep['action']): EndpointTestStep => ({
  ...notSent,
  action,
  outcome: 'skipped',
  problems: [],
  advice: ['Not sent, because LOGIN failed.'],
});

function stepOf(
  action: EndpointTestStep['action'],
  exchanges: readonly Exchange[],
  problems: readonly string[],
  advice: readonly string[],
): EndpointTestStep {
  const last = exchanges.at(-1) ?? notSent;
  const found = last.answer === null ? [] : contractGaps(action, last.answer);
  const tries = exchanges.length;
  const isSlow = last.firstByteMs !== null && last.firstByteMs > slowMs;
  return {
    ...last,
    action,
    outcome: problems.length === 0 ? 'ok' : 'failed',
    problems: [...new Set([...problems, ...(problems.length === 0 ? [] : found)])],
    advice: [
      ...(problems.length === 0 ? found : []),
      ...advice,
      ...(tries > 1 ? [`It was sent ${tries} times. This is the last attempt.`] : []),
      ...(isSlow ? ['The response started after more than a second. Visitors notice that.'] : []),
    ],
  };
}

/** What the contract asks of an answer beyond what a session needs to go on. */
export function contractGaps(
  action: string,
  answer: { headers: Record<string, string>; body: string },
): string[] {
  const type = answer.headers['content-type'] ?? '';
  if (/^text\/event-stream/i.test(type)) return [];
  const gaps: string[] = [];
  if (!/json/i.test(type))
    gaps.push(`The content type of the response is "${type}". Answer with "Content-Type: application/json".`);
  const fields = parseJsonObject(answer.body);
  if (fields === null) return gaps;
  if (typeof fields.statusMessage !== 'string')
    gaps.push('The response needs a text in "statusMessage". It may be empty.');
  if (action === 'CHAT' && typeof fields.reply !== 'string')
    gaps.push('The response needs a text in "reply". It may be empty.');
  return gaps;
}

const problemIn = (note: BrainNote): string =>
  typeof note.problem === 'string' ? note.problem : 'Your endpoint did not answer as it should.';
