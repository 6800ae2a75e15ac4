import { PassThrough } from 'node:stream';
import { operatorActor } from '../../../audit/index.ts';
import { glb } from '../../../avatars/testing/glb.ts';
import { createGateway, createModelBrain } from '../../../brain/index.ts';
import { someQuestion, someUser } from '../../../brain/testing/turn.ts';
import { createTranscription } from '../../../hearing/index.ts';
import { wav } from '../../../hearing/testing/wav.ts';
import { createLog, sleep, systemClock } from '../../../kernel/index.ts';
import { createAddressPolicy, createOutbound, type OutboundClient } from '../../../outbound/index.ts';
import { type Receiver, startReceiver } from '../../../outbound/testing/receiver.ts';
import { startSlowNames } from '../../../outbound/testing/slow-names.ts';
import { chooseVoice, createSpeech, defaultVoice } from '../../../speech/index.ts';
import { openAiAnswer } from '../../../speech/testing/openai-stand-in.ts';
import { makeTestAccount, type TestApp, testApp } from '../../app/index.ts';
import type { TestDatabase } from '../../test-database.ts';
import { startHangingWebhooks } from './hanging-webhooks.ts';
import type { Attack, SharedResource } from './shared-resource.ts';

export type SharedResources = AsyncDisposable & { readonly resources: readonly SharedResource[] };

const answerMs = 50;
const crowd = 600;
const { signal: never } = new AbortController();
const times = async (count: number, work: (index: number) => Promise<unknown>): Promise<Attack> => ({
  ended: Promise.allSettled(Array.from({ length: count }, (_, index) => work(index))),
});

/** All resources that accounts share, wired as in the service, with one hostile and one honest account. */
export async function startSharedResources(database?: TestDatabase): Promise<SharedResources> {
  await using undo = new AsyncDisposableStack();
  const policy = createAddressPolicy({ allowLoopback: true, allowedNetworks: ['127.0.0.0/8'] });
  const provider = undo.use(await startProvider());
  const test = undo.use(await testApp({ deliveryPollMs: null, ...(database && { database }) }));
  const client = (): OutboundClient => undo.use(createOutbound({ policy }));
  const resources = [
    await voices(undo, provider, client()),
    recognisers(provider, client()),
    models(provider, client()),
    endpoints(provider, client()),
    await names(undo, provider, policy),
    await uploads(test),
    hashing(test),
    await startHangingWebhooks(undo, test),
  ];
  const running = undo.move();
  return { resources, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** One server for both accounts. It never answers a request whose key is "hostile". */
const startProvider = (): Promise<Receiver> =>
  startReceiver(async (response, request) => {
    if (request.headers.authorization?.includes('hostile')) return;
    await sleep(answerMs, never);
    if (request.path.endsWith('/audio/speech')) return openAiAnswer(response, request);
    const completion = { choices: [{ message: { role: 'assistant', content: 'Hello.' } }] };
    const reply = { sessionId: someUser().sessionId, status: 'OK', statusMessage: '', reply: 'Hello.' };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(request.path.endsWith('/completions') ? completion : { ...reply, text: 'Hello.' }));
  });

async function voices(
  undo: AsyncDisposableStack,
  { url }: Receiver,
  outbound: OutboundClient,
): Promise<SharedResource> {
  const speech = undo.use(await createSpeech({ outbound, log: createLog('silent'), workers: 1 }));
  const choice = chooseVoice(defaultVoice, { provider: 'openai', voice: 'alloy', url });
  const say = async (account: string, signal: AbortSignal) => {
    const voice = speech.voiceFor(account, choice, account);
    if (voice === null) throw new Error('there is no voice');
    for await (const { kind } of voice.speak({ markup: 'Hello.', text: 'Hello.' }, signal))
      if (kind === 'audio') return;
  };
  return {
    name: 'voices',
    attack: (signal) => times(crowd, () => say('hostile', signal)),
    use: () => say('honest', never),
  };
}

function recognisers({ url }: Receiver, outbound: OutboundClient): SharedResource {
  const { transcribe } = createTranscription({ outbound });
  const hear = (account: string, signal: AbortSignal) =>
    transcribe({ accountId: account, url, model: 'm', key: account }, wav([1, 2, 3]), 'en', signal);
  return {
    name: 'recognisers',
    attack: (signal) => times(crowd, () => hear('hostile', signal)),
    use: () => hear('honest', never),
  };
}

function models({ url }: Receiver, outbound: OutboundClient): SharedResource {
  const history = { read: async () => [] };
  const brains = createModelBrain({ outbound, clock: systemClock, history, onHistoryError: () => {} });
  const settings = { url, model: 'm', prompt: '', historyMessages: 0, chatTimeoutMs: 60_000 };
  const ask = (account: string, signal: AbortSignal) =>
    brains.brain(1, { ...settings, accountId: account, key: account }).answer(someQuestion(), signal);
  return {
    name: 'models',
    attack: (signal) => times(crowd, () => ask('hostile', signal)),
    use: () => ask('honest', never),
  };
}

function endpoints({ url }: Receiver, outbound: OutboundClient): SharedResource {
  const gateway = createGateway({
    outbound,
    callbackUrl: url,
    authTokenOf: () => 'token',
    clock: systemClock,
  });
  const settings = { url, chatTimeoutMs: 60_000, sendsHeard: false };
  const ask = (account: string, avatarId: number, signal: AbortSignal) =>
    gateway.brain(avatarId, { ...settings, accountId: account, key: account }).answer(someQuestion(), signal);
  return {
    name: 'endpoints',
    attack: (signal) => times(crowd, (index) => ask('hostile', index, signal)),
    use: () => ask('honest', crowd, never),
  };
}

async function names(
  undo: AsyncDisposableStack,
  { port }: Receiver,
  policy: ReturnType<typeof createAddressPolicy>,
): Promise<SharedResource> {
  const { resolve } = undo.use(await startSlowNames());
  const options = { policy, allowHttp: true, resolve, keepAliveMs: 1 };
  const outbound = undo.use(createOutbound(options));
  const ask = (account: string, host: string, signal: AbortSignal) =>
    outbound.forAccount(account).request({ url: `http://${host}.example:${port}/`, method: 'POST', signal });
  return {
    name: 'names',
    attack: (signal) => times(crowd, (index) => ask('hostile', `slow-${index}`, signal)),
    use: () => ask('honest', 'quick', never),
  };
}

async function uploads(test: TestApp): Promise<SharedResource> {
  const hostile = await makeTestAccount(test.app, 'hostile');
  const honest = await makeTestAccount(test.app, 'honest');
  const put = ({ accountId, avatarId }: typeof honest, body: AsyncIterable<Uint8Array>) =>
    test.app.avatars.models.put(operatorActor, { accountId, id: avatarId }, body);
  let round = 0;
  return {
    name: 'uploads',
    async attack(signal) {
      const bodies = Array.from({ length: crowd }, () => new PassThrough());
      signal.addEventListener('abort', () => {
        for (const body of bodies) body.end();
      });
      return { ended: Promise.allSettled(bodies.map((body) => put(hostile, body))) };
    },
    async use() {
      round += 1;
      await put(honest, new PassThrough().end(glb({ binary: Buffer.alloc(1_000 + 4 * round) })));
    },
  };
}

function hashing(test: TestApp): SharedResource {
  const { flow } = test.app.managementServices.signIn;
  let tries = 0;
  const signIn = async (name: string) => {
    tries += 1;
    const from = `198.51.${Math.floor(tries / 250) % 250}.${tries % 250}`;
    await flow
      .signIn({ cookie: undefined, address: from, source: from, browser: 'x' }, name, 'a guess')
      .catch(() => {});
  };
  return {
    name: 'hashing',
    attack: (signal) =>
      times(20, async () => {
        while (!signal.aborted) {
          await signIn('hostile@example.com');
          await sleep(1, signal).catch(() => {});
        }
      }),
    async use() {
      // The limit of tries for each name is not the point here.
      test.clock.advance(600_000);
      await signIn('honest@example.com');
    },
  };
}
