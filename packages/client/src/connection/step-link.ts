import type { ServerFrame, ServerFrames } from '@parley/protocol';
import { pingEveryMs, wireVersions } from '@parley/protocol/wire';
import type {
  ActiveLink,
  Credentials,
  Ending,
  Link,
  LinkContext,
  LinkEffect,
  LinkInput,
  LinkStep,
} from './link.ts';
import { closeMeaning, type LossReason, nextTry, planReconnect } from './reconnect-plan.ts';

const welcomeTimeoutMs = 8000;
const goodbyeTimeoutMs = 5000;
/** After this many pings without an answer the socket counts as dead. */
const maxUnansweredPings = 2;
/** A socket that lasted for less does not reset the backoff. */
const steadyMs = 5000;

type Joining = Link & { kind: 'joining' };
type Live = Link & { kind: 'live' };

/** The transition function of the link. */
export function stepLink(link: Link, input: LinkInput, context: LinkContext): LinkStep {
  if (link.kind === 'over') return stay(link);
  switch (input.kind) {
    case 'connect':
      return link.kind === 'new' ? start(input.credentials, context) : stay(link);
    case 'opened':
      return link.kind === 'joining' ? sendHello(link, context) : stay(link);
    case 'frame':
      return link.kind === 'joining' || link.kind === 'live'
        ? handleFrame(link, input.frame, context)
        : stay(link);
    case 'activity':
      return stay(markAlive(link));
    case 'closed':
      return link.kind === 'joining' || link.kind === 'live' ? handleClose(link, input, context) : stay(link);
    case 'timer':
      return timer(link, context);
    case 'leave':
      return leave(link, context);
    case 'probe':
      return link.kind === 'live' ? stay(link, { kind: 'send', frame: { type: 'ping' } }) : stay(link);
    case 'renew':
      return renew(link, context);
    case 'detach':
      return finish({
        reason: 'detached',
        message: 'This client has detached from the session.',
        confirmed: false,
      });
  }
}

const stay = (link: Link, ...effects: LinkEffect[]): LinkStep => ({ link, effects });

function finish(ending: Ending): LinkStep {
  const notify: LinkEffect = { kind: 'notify', change: { state: 'terminated', ...ending } };
  return { link: { kind: 'over', ending }, effects: [{ kind: 'discard-socket' }, notify] };
}

function start(credentials: Credentials, { now, windowMs }: LinkContext): LinkStep {
  return attempt({ credentials, plan: planReconnect(now, windowMs), leaving: false });
}

function attempt({ credentials, plan, leaving }: ActiveLink): LinkStep {
  return stay(
    { kind: 'joining', credentials, plan, leaving, refusal: null },
    { kind: 'open-socket' },
    { kind: 'timer', afterMs: welcomeTimeoutMs },
    { kind: 'notify', change: { state: 'connecting', resuming: credentials.ticket === null } },
  );
}

function sendHello(link: Joining, { wantsEvents, windowMs }: LinkContext): LinkStep {
  const { sessionId, ticket, resume } = link.credentials;
  const proof = ticket === null ? { resume } : { ticket, resume };
  const frame = {
    type: 'hello' as const,
    versions: [...wireVersions],
    sessionId,
    ...proof,
    ...(wantsEvents ? { events: true } : {}),
    ...(windowMs > 0 ? {} : { reconnects: false }),
  };
  return stay(link, { kind: 'send', frame });
}

function handleFrame(link: Joining | Live, frame: ServerFrame, context: LinkContext): LinkStep {
  switch (frame.type) {
    case 'welcome':
      return link.kind === 'joining' ? handleWelcome(link, frame, context) : stay(markAlive(link));
    case 'end':
      return finish({
        reason: frame.reason,
        message: `The session has ended: ${frame.reason}.`,
        confirmed: true,
      });
    case 'restart':
      return handleLoss(link, 'restart', Math.max(0, frame.afterMs), context);
    case 'pong':
      return stay(markAlive(link));
    default:
      if (link.kind === 'live') return stay(markAlive(link), { kind: 'pass-on', frame });
      return stay(frame.type === 'error' ? { ...link, refusal: frame.message } : link);
  }
}

function markAlive(link: Link): Link {
  return link.kind === 'live' && link.unanswered > 0 ? { ...link, unanswered: 0 } : link;
}

function handleWelcome(link: Joining, welcome: ServerFrames['welcome'], { now }: LinkContext): LinkStep {
  const { plan, leaving } = link;
  const secret = { sessionId: link.credentials.sessionId, resume: welcome.resume };
  const credentials = { ...secret, ticket: null };
  const { resumed, maxSessionDuration } = welcome;
  return stay(
    { kind: 'live', credentials, plan, leaving, since: now, unanswered: 0 },
    { kind: 'timer', afterMs: leaving ? goodbyeTimeoutMs : pingEveryMs },
    { kind: 'ready', welcome },
    { kind: 'secret', secret },
    { kind: 'notify', change: { state: 'connected', resumed, maxSessionDuration } },
    // The session has not ended, so an earlier goodbye did not arrive.
    ...(leaving ? [{ kind: 'send', frame: { type: 'bye' } } as const] : []),
  );
}

function handleClose(
  link: Joining | Live,
  input: LinkInput & { kind: 'closed' },
  context: LinkContext,
): LinkStep {
  const verdict = closeMeaning(input.code, link.kind === 'live');
  if (verdict.kind === 'return') return handleLoss(link, verdict.reason, verdict.afterMs, context);
  const refusal = link.kind === 'joining' ? link.refusal : null;
  const message = refusal ?? `The service closed the connection: ${verdict.reason}.`;
  return finish({ reason: verdict.reason, message, confirmed: verdict.reason === 'ended' });
}

function handleLoss(
  link: Joining | Live,
  reason: LossReason,
  afterMs: number,
  context: LinkContext,
): LinkStep {
  const { now, random } = context;
  const next = nextTry(planAfter(link, afterMs, context), now, random);
  if (next === null) {
    return finish({
      reason: 'lost',
      message: 'The connection was lost, and reconnecting failed.',
      confirmed: false,
    });
  }
  return stay(
    { kind: 'waiting', credentials: link.credentials, plan: next.plan, leaving: link.leaving },
    { kind: 'discard-socket' },
    { kind: 'timer', afterMs: next.delayMs },
    { kind: 'notify', change: { state: 'disconnected', reason } },
  );
}

function planAfter(link: Joining | Live, afterMs: number, { now, windowMs }: LinkContext) {
  const window = link.leaving ? goodbyeTimeoutMs : windowMs;
  if (link.kind === 'joining') {
    return afterMs === 0 ? link.plan : planReconnect(now, window, afterMs, link.plan.attempts);
  }
  return planReconnect(now, window, afterMs, now - link.since < steadyMs ? link.plan.attempts : 0);
}

function timer(link: Link, context: LinkContext): LinkStep {
  if (link.kind === 'waiting') return attempt(link);
  if (link.kind === 'joining') return handleLoss(link, 'silent', 0, context);
  if (link.kind !== 'live') return stay(link);
  if (link.leaving) return finish(unconfirmedEnd);
  if (link.unanswered >= maxUnansweredPings) return handleLoss(link, 'silent', 0, context);
  return stay(
    { ...link, unanswered: link.unanswered + 1 },
    { kind: 'send', frame: { type: 'ping' } },
    { kind: 'timer', afterMs: pingEveryMs },
  );
}

const unconfirmedEnd: Ending = {
  reason: 'hangup',
  message: 'The service did not confirm the end. It will end the session itself.',
  confirmed: false,
};

function renew(link: Link, context: LinkContext): LinkStep {
  if (link.kind === 'waiting') return attempt(link);
  if (link.kind !== 'live' || link.leaving) return stay(link);
  const { credentials, leaving } = link;
  const next = attempt({ credentials, plan: planAfter(link, 0, context), leaving });
  const notify: LinkEffect = { kind: 'notify', change: { state: 'disconnected', reason: 'dropped' } };
  return stay(next.link, { kind: 'discard-socket' }, notify, ...next.effects);
}

function leave(link: Link, { now }: LinkContext): LinkStep {
  if (link.kind === 'new') return finish({ ...unconfirmedEnd, message: 'There was nothing to hang up.' });
  if (link.kind === 'over' || link.leaving) return stay(link);
  const { plan } = link;
  const sooner = { ...plan, until: Math.min(plan.until, Math.max(now, plan.notBefore) + goodbyeTimeoutMs) };
  const leaving = { ...link, plan: sooner, leaving: true };
  if (link.kind !== 'live') return stay(leaving);
  return stay(
    leaving,
    { kind: 'send', frame: { type: 'bye' } },
    { kind: 'timer', afterMs: goodbyeTimeoutMs },
  );
}
