import { randomBase32 } from '../../kernel/index.ts';
import { evidenceOf, type PlayedSession, type PlayedStep } from '../../rehearsal/index.ts';
import { type Finding, failed, notApplicable, passed, warning } from '../finding.ts';
import { judge, type Player } from './player.ts';
import { hello } from './scripted-checks.ts';

const actions: Readonly<Record<string, (session: PlayedSession) => Promise<PlayedStep>>> = {
  LOGIN: (session) => session.login(),
  CHAT: (session) => session.chat(hello),
  LOGOUT: (session) => session.logout(),
};

/** Sends each action with this key. CHAT and LOGOUT are for a session that the endpoint knows. */
const refusesKey =
  (what: string, key: () => string | null) =>
  async (player: Player): Promise<Finding> => {
    if (player.options.key === null) return notApplicable('No --api-key was given.');
    return await player.inSession(async ({ sessionId }) => {
      for (const [action, send] of Object.entries(actions)) {
        const step = await send(player.session({ sessionId, key: key() }));
        const [first] = step.exchanges;
        const status = first?.answer?.status ?? 0;
        if (step.problem === null)
          return failed(`Your endpoint accepted ${action} with ${what}.`, evidenceOf(first));
        if (status < 200 || status >= 500) return failed(step.problem, evidenceOf(first));
      }
      return passed;
    });
  };

export const checkWrongKey = refusesKey('a wrong key', () => `wrong-${randomBase32(24)}`);
export const checkMissingKey = refusesKey('no key', () => null);

/** Sends each body once, in a session that the endpoint knows. It needs an answer, and the endpoint must live on. */
const survives = (bodies: readonly ((body: string) => string)[]) => (player: Player) =>
  player.inSession(async (session) => {
    let found: Finding = passed;
    for (const alter of bodies) {
      const step = await player.session({ sessionId: session.sessionId, alter }).logout();
      const [exchange] = step.exchanges;
      const status = exchange?.answer?.status;
      const evidence = evidenceOf(exchange);
      if (status === undefined) return failed(step.problem ?? 'There was no answer.', evidence);
      if (status >= 500)
        found = warning(`Your endpoint answered with HTTP ${status} instead of 400.`, evidence);
    }
    const after = judge(await session.chat(hello));
    return after.grade === 'passed' ? found : after;
  });

export const checkMalformedBody = survives([
  (body) => body.slice(0, -2),
  () => '',
  () => '[]',
  () => '{"action":"CHAT","sessionId":7,"message":{"text":"no text"}}',
]);

export const checkUnknownAction = survives([
  (body) => JSON.stringify({ ...JSON.parse(body), action: 'PING' }),
]);
