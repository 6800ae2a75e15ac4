import { type Finding, failed, notApplicable, passed, warning } from '../finding.ts';
import { judge, type Player } from './player.ts';
import { hello } from './scripted-checks.ts';

const callbackLimitMs = 30_000;
/** How long a callback that must not be spoken is waited for. */
const lateLimitMs = 5_000;
const maxAfterEnd = 3;
const noCallback = 'The endpoint sent no callback. Give a message that causes one with --callback-message.';

export async function checkCallback(player: Player): Promise<Finding> {
  const { callbackMessage, callbacks } = player.options;
  if (callbackMessage !== null) {
    const awaited = await player.inSession(async (session) => {
      const step = await session.chat(callbackMessage);
      if (step.problem !== null) return judge(step);
      const refusedBefore = refused(player).length;
      const came = await callbacks.waitFor(
        () => refused(player).length > refusedBefore || callbacks.of(session.sessionId).length > 0,
        callbackLimitMs,
      );
      const limit = `within ${callbackLimitMs / 1000} seconds`;
      return came
        ? passed
        : failed(`No callback came ${limit} after the message of --callback-message.`, null);
    });
    if (awaited.grade !== 'passed') return awaited;
  }
  const [fault] = refused(player);
  if (fault !== undefined) return failed(fault.statusMessage, fault.evidence);
  return callbacks.received.length === 0 ? notApplicable(noCallback) : passed;
}

/** A callback for a session that has ended is not wrong by itself. */
const refused = ({ options }: Player) =>
  options.callbacks.received.filter(({ status }) => status !== 200 && status !== 404);

export async function checkCallbackAfterLogout(player: Player): Promise<Finding> {
  const { callbackMessage, callbacks } = player.options;
  if (callbackMessage !== null) {
    const session = player.session();
    const opening = await session.login();
    if (opening.problem !== null) return judge(opening);
    await session.chat(callbackMessage);
    await session.logout();
    await callbacks.waitFor(() => callbacks.of(session.sessionId).length > 0, lateLimitMs);
  }
  const late = callbacks.received.filter(({ status }) => status === 404);
  const [first] = late;
  if (first === undefined) return notApplicable('No callback came after a LOGOUT.');
  const after = await player.inSession(async (session) => judge(await session.chat(hello)));
  if (after.grade !== 'passed') return after;
  const most = Math.max(
    ...late.map(({ sessionId }) => late.filter((other) => other.sessionId === sessionId).length),
  );
  return most > maxAfterEnd
    ? warning(`Your endpoint sent ${most} callbacks for one session after its LOGOUT.`, first.evidence)
    : passed;
}
