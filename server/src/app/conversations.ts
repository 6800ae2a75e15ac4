import type { AvatarWithSecrets } from '../avatars/index.ts';
import {
  createGateway,
  createModelBrain,
  type EndpointSettings,
  type Gateway,
  type ModelBrains,
  type ModelSettings,
} from '../brain/index.ts';
import { createConversations, plainSummary } from '../conversations/index.ts';
import type { ExtendedEvents, Outbox } from '../events/index.ts';
import { createGatewayLog } from '../gateway-log/index.ts';
import { loadSessionTokens } from '../installation/index.ts';
import {
  type Brain,
  type Live,
  type LiveDeps,
  type Processes,
  type SessionBrain,
  startLive,
  type TokenChecker,
  type TurnMeter,
} from '../live/index.ts';
import { createOutbound } from '../outbound/index.ts';
import { boundedOutbound, createSecondBrains } from '../second-brain/index.ts';
import type { Voice } from '../speech/index.ts';
import { brainRequestLimits, shadowRequestLimits } from './connection-limits.ts';
import type { SharedDeps } from './deps.ts';

export type ConversationServicesDeps = SharedDeps & {
  readonly checkToken: TokenChecker;
  readonly turnMeter: TurnMeter;
  readonly outbox: Outbox;
  readonly extended: ExtendedEvents;
  voiceFor(avatar: AvatarWithSecrets): Voice | null;
  readonly openTurn: LiveDeps['openTurn'];
  /** Null if this process runs alone. */
  readonly processes: Processes | null;
};

/** Starts live sessions with their brains and the store that keeps what is said. */
export async function startConversations(deps: ConversationServicesDeps) {
  const { sql, bus, box, clock, log, avatars, baseUrl, policy } = deps;
  await using started = new AsyncDisposableStack();
  const brainRequests = brainRequestLimits();
  const endpoints = started.use(createOutbound({ policy, ...brainRequests }));
  const models = started.use(createOutbound({ policy, ...brainRequests }));
  const gatewayLog = createGatewayLog(sql);
  started.defer(() => gatewayLog.stop());
  const conversations = createConversations(sql, { log, owner: () => deps.processes?.id ?? null });
  started.defer(() => conversations.stop());
  const sessionTokens = started.use(await loadSessionTokens({ sql, box, clock, topics: bus.topics, log }));
  const gateway = createGateway({
    outbound: endpoints,
    callbackUrl: `${baseUrl}/gateway/callback`,
    authTokenOf: sessionTokens.tokenOf,
    clock,
    onExchange: (exchange) =>
      gatewayLog.add(exchange, (error) =>
        log.error({ err: error, sessionId: exchange.sessionId }, 'could not record a request to an endpoint'),
      ),
  });
  let live: Live | null = null;
  const model = createModelBrain({
    outbound: models,
    clock,
    history: { read: conversations.history },
    onHistoryError: (user) => {
      void live?.sessions.get(user.sessionId)?.events.raise('agent:error', {
        error: 'Could not read the conversation history.',
      });
    },
  });

  const brainFor = createBrains(gateway, model);
  const shadowRequests = boundedOutbound(started.use(createOutbound({ policy, ...shadowRequestLimits })));
  const shadowGateway = createGateway({
    outbound: shadowRequests,
    callbackUrl: `${baseUrl}/gateway/callback`,
    authTokenOf: sessionTokens.tokenOf,
    clock,
  });
  const shadowModel = createModelBrain({
    outbound: shadowRequests,
    clock,
    history: { read: conversations.history },
    onHistoryError() {},
  });
  const secondBrains = started.use(
    createSecondBrains({
      ...deps,
      conversations,
      shadow: {
        brainFor: createBrains(shadowGateway, shadowModel),
        async logout(avatar, sessionId, signal) {
          const endpoint = endpointSettings(avatar);
          if (endpoint !== null) await shadowGateway.logout(avatar.avatar.id, sessionId, endpoint, signal);
        },
      },
    }),
  );

  live = await startLive({
    ...deps,
    directory: bus.sessions,
    topics: bus.topics,
    limits: bus.limits,
    recorder: conversations,
    pageTokensOf: sessionTokens.pageTokensOf,
    ownOrigin: baseUrl,
    avatar: avatars.withSecrets,
    brainFor,
    secondBrain: secondBrains,
    voiceFor: deps.voiceFor,
    openTurn: deps.openTurn,
    postSession: {
      async logout({ id, avatarId, accountId }, { endpointUrl: url, endpointKey: key }, signal) {
        if (url === null) return { outcome: 'refused' };
        const span = deps.tracer?.start('logout', { sessionId: id, avatarId }, { kind: 'client' }) ?? null;
        const result = await gateway.logout(avatarId, id, { accountId, url, key }, signal, span?.traceparent);
        span?.note({ outcome: result.outcome });
        span?.end(result.outcome === 'failed' ? 'no answer' : undefined);
        return result;
      },
      transcript: conversations.transcript,
      async summary(transcript, { accountId, avatarName }, brain) {
        const settings = brain && summaryModel(accountId, brain);
        const summary = settings === null ? null : await model.summarize(settings, transcript);
        return summary ?? plainSummary(transcript, avatarName);
      },
    },
  });
  started.use(live);
  log.debug({ sessions: live.sessions.size }, 'conversations started');

  const running = started.move();
  return {
    live,
    conversations,
    gatewayLog,
    sessionTokens,
    secondBrains,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A brain is made once for each avatar object. Null if the avatar's brain has no address. */
function createBrains(gateway: Gateway, model: ModelBrains): (avatar: AvatarWithSecrets) => Brain | null {
  const brains = new WeakMap<AvatarWithSecrets, Brain>();
  const makeBrain = (avatar: AvatarWithSecrets): Brain | null => {
    const { id, brain } = avatar.avatar;
    if (brain === 'model') {
      const settings = modelSettings(avatar);
      return settings === null ? null : model.brain(id, settings);
    }
    const settings = endpointSettings(avatar);
    return settings === null ? null : gateway.brain(id, settings);
  };
  return (avatar) => {
    const known = brains.get(avatar);
    if (known !== undefined) return known;
    const brain = makeBrain(avatar);
    if (brain !== null) brains.set(avatar, brain);
    return brain;
  };
}

function endpointSettings({ avatar, endpointKey }: AvatarWithSecrets): EndpointSettings | null {
  if (avatar.endpointUrl === null) return null;
  return {
    accountId: avatar.accountId,
    url: avatar.endpointUrl,
    key: endpointKey,
    chatTimeoutMs: avatar.chatTimeout * 1000,
    sendsHeard: avatar.sendsHeard,
  };
}

function summaryModel(
  accountId: string,
  { brain, modelUrl: url, modelKey: key, modelName: model }: SessionBrain,
) {
  return brain === 'model' && url !== null ? { accountId, url, key, model } : null;
}

function modelSettings({ avatar, modelKey }: AvatarWithSecrets): ModelSettings | null {
  if (avatar.modelUrl === null) return null;
  return {
    accountId: avatar.accountId,
    url: avatar.modelUrl,
    key: modelKey,
    model: avatar.modelName,
    prompt: avatar.modelPrompt,
    historyMessages: avatar.modelHistory,
    chatTimeoutMs: avatar.chatTimeout * 1000,
  };
}
