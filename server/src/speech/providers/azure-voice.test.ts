import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createAddressPolicy, createOutbound, type OutboundClient } from '../../outbound/index.ts';
import { startConnectProxy } from '../../outbound/testing/connect-proxy.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { startReceiver } from '../../outbound/testing/receiver.ts';
import { readScript } from '../script/script.ts';
import {
  type AzureBehaviour,
  type AzureStandIn,
  sendSound,
  sendText,
  startAzure,
} from '../testing/azure-stand-in.ts';
import { hear, sentenceOf } from '../testing/collect.ts';
import { tone } from '../testing/tone.ts';
import { expectOrder, failureOf } from '../voice.contract.ts';
import type { Voice } from '../voice.ts';
import { AzureConnections } from './azure-connections.ts';
import { readMessage, readMetadata } from './azure-messages.ts';
import { azureSsml } from './azure-ssml.ts';
import { azureUrl, createAzureVoice } from './azure-voice.ts';

describe('Azure Speech', () => {
  let cleanUp = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanUp.disposeAsync();
    cleanUp = new AsyncDisposableStack();
  });

  function voiceAt(url: string, outbound: OutboundClient = cleanUp.use(localOutbound())): Voice {
    const connections = cleanUp.use(new AzureConnections(outbound));
    const address = azureUrl({ url });
    if (address === null) throw new Error('no address');
    return createAzureVoice({
      connections,
      account: 'acc_1',
      url: address,
      key: 'secret-key',
      voice: 'en-US-JennyNeural',
    });
  }

  async function start(behaviour: AzureBehaviour = {}): Promise<{ voice: Voice; server: AzureStandIn }> {
    const server = cleanUp.use(await startAzure(behaviour));
    return { voice: voiceAt(server.url), server };
  }

  it('[SP68] is asked for sound with words, visemes and marks', async () => {
    const { voice, server } = await start();
    await hear(voice, 'Hello <mark name="m"/>there.');
    expect(server.keys).toEqual(['secret-key']);
    expect(server.received.map(({ path }) => path)).toEqual(['speech.config', 'synthesis.context', 'ssml']);
    expect(JSON.parse(server.received[1]?.body ?? '')).toMatchObject({
      synthesis: {
        audio: {
          metadataOptions: { visemeEnabled: true, wordBoundaryEnabled: true, bookmarkEnabled: true },
          outputFormat: 'raw-24khz-16bit-mono-pcm',
        },
      },
    });
    expect(server.received[2]?.body).toContain('<bookmark mark="m"/>');
  });

  it('[SP68] one connection serves sentence after sentence', async () => {
    const { voice, server } = await start();
    for (const text of ['One.', 'Two.', 'Three.']) await hear(voice, text);
    expect(server.keys).toHaveLength(1);
    expect(server.received.filter(({ path }) => path === 'speech.config')).toHaveLength(1);
  });

  it('[SP68] a connection that the service has closed is replaced', async () => {
    const { voice, server } = await start();
    await hear(voice, 'One.');
    const [socket] = server.open;
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    socket?.close();
    await closed;
    await hear(voice, 'Two.');
    expect(server.keys).toHaveLength(2);
  });

  it('[SP69] times come from the service', async () => {
    const { voice } = await start();
    const heard = await hear(voice, 'A well-known <mark name="m"/>man.');
    expect(heard.precision).toEqual({ words: 'exact', visemes: 'exact' });
    expect(heard.words.map(({ written, startMs, durationMs }) => [written, startMs, durationMs])).toEqual([
      ['A', 0, 60],
      ['well-known', 120, 600],
      ['man.', expect.any(Number), 180],
    ]);
    expect(heard.marks).toEqual([{ name: 'm', atMs: expect.any(Number) }]);
    expectOrder(heard);
  });

  it('[SP69] a voice without visemes is still heard', async () => {
    const { voice } = await start({ visemes: false });
    const heard = await hear(voice, 'Good morning to you.');
    expect(heard.words).toHaveLength(4);
    expectOrder(heard);
  });

  it('[SP68] the document is well-formed, whatever the text', () => {
    const ssml = (markup: string) => azureSsml(readScript(sentenceOf(markup)), 'en-US-X"<', 'en-US');
    expect(ssml('5 < 6 & "7"\u0001')).toContain('5 &lt; 6 &amp; &quot;7&quot;</voice>');
    expect(ssml('x')).toContain('<voice name="en-US-X&quot;&lt;">');
    expect(ssml('<prosody rate="50%" pitch="+10%" volume="50">a</prosody>')).toContain(
      '<prosody rate="-50%" pitch="+10%" volume="50">a</prosody>',
    );
    expect(ssml('<say-as interpret-as="date" format="dmy">1/2/2024</say-as>')).toContain(
      '<say-as interpret-as="date" format="dmy">1/2/2024</say-as>',
    );
    expect(ssml('<phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme>')).toContain('ph="təˈmɑːtoʊ"');
    expect(ssml('a<break time="10s"/>b')).toContain('<break time="10000ms"/>');
  });

  it('[SP68] messages that cannot be read are ignored', () => {
    expect(readMessage(Uint8Array.from([255, 255, 1]), true)).toBeUndefined();
    expect(readMessage(Buffer.from('no headers'), false)).toBeUndefined();
    for (const body of ['', '{', 'null', '[]', '{"Metadata":3}', '{"Metadata":[null,{"Type":"Viseme"}]}']) {
      expect(readMetadata(Buffer.from(body))).toEqual([]);
    }
  });

  it('[SP42] its address comes from the region or is set', () => {
    expect(azureUrl({ region: 'westeurope' })?.href).toBe(
      'https://westeurope.tts.speech.microsoft.com/cognitiveservices/websocket/v1',
    );
    expect(azureUrl({ url: 'https://speech.example.com/' })?.pathname).toBe(
      '/cognitiveservices/websocket/v1',
    );
    expect(azureUrl({ url: 'https://speech.example.com/own/path' })?.pathname).toBe('/own/path');
    for (const region of ['', 'evil.example/', 'a b', undefined]) expect(azureUrl({ region })).toBeNull();
  });

  const hello = (socket: WebSocket, id: string) => sendSound(socket, id, tone('hello', 24_000));

  it.each<[string, (socket: WebSocket, id: string) => void]>([
    ['closes the connection', (socket) => socket.close()],
    [
      'breaks off',
      (socket, id) => {
        hello(socket, id);
        socket.terminate();
      },
    ],
    ['says nothing', (socket, id) => sendText(socket, 'turn.end', id, {})],
  ])('[SP12] [SP63] fails when the service %s', async (_what, instead) => {
    const { voice } = await start({ instead });
    const failure = await failureOf(hear(voice, 'Hello.'));
    expect(failure.stage).toBe('provider');
    expect(failure.message).not.toContain('secret-key');
  });

  it('[SP63] a refused key is reported as such', async () => {
    const server = cleanUp.use(await startReceiver((response) => response.writeHead(401).end()));
    expect((await failureOf(hear(voiceAt(server.url), 'Hello.'))).message).toMatch(/401.*key/);
  });

  it('[SP63] an address without a server is a failure', async () => {
    const server = await startAzure();
    await server[Symbol.asyncDispose]();
    expect((await failureOf(hear(voiceAt(server.url), 'Hello.'))).stage).toBe('provider');
  });

  it('[SP64] reaches no address that the service does not allow', async () => {
    const server = cleanUp.use(await startAzure());
    const policy = createAddressPolicy({ allowLoopback: false });
    const outbound = cleanUp.use(createOutbound({ policy, allowHttp: true }));
    const port = new URL(server.url).port;
    for (const url of [server.url, `http://localhost:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`]) {
      expect((await failureOf(hear(voiceAt(url, outbound), 'Hello.'))).stage).toBe('provider');
    }
    expect(server.keys).toEqual([]);
  });

  it('[SP64] a name that resolves to such an address is not used', async () => {
    const server = cleanUp.use(await startAzure());
    const policy = createAddressPolicy({ allowLoopback: false });
    const resolve = async () => ['127.0.0.1'];
    const outbound = cleanUp.use(createOutbound({ policy, allowHttp: true, resolve }));
    const url = `http://voice.example:${new URL(server.url).port}/`;
    const failure = await failureOf(hear(voiceAt(url, outbound), 'Hello.'));
    expect(failure).toMatchObject({ stage: 'provider', message: expect.stringContaining('voice.example') });
    expect(server.keys).toEqual([]);
  });

  it('[SP64] goes through the proxy for outgoing traffic', async () => {
    const server = cleanUp.use(await startAzure());
    const proxy = cleanUp.use(await startConnectProxy(() => ({ port: Number(new URL(server.url).port) })));
    const policy = createAddressPolicy({ allowLoopback: false, proxy: `http://127.0.0.1:${proxy.port}` });
    const outbound = cleanUp.use(createOutbound({ policy, allowHttp: true }));
    const { words } = await hear(voiceAt('http://voice.example/', outbound), 'Hello there.');
    expect(words).toHaveLength(2);
    expect(proxy.requests.map(({ target }) => target)).toEqual(['voice.example:80']);
  });

  it('[SP65] aborting closes the connection', async () => {
    const { voice, server } = await start({ instead: hello });
    const controller = new AbortController();
    const speech = hear(voice, 'Hello.', controller.signal);
    while (server.received.length < 3) await new Promise((resolve) => setImmediate(resolve));
    const [socket] = server.open;
    const closed = new Promise((resolve) => socket?.once('close', resolve));
    controller.abort();
    expect((await failureOf(speech)).stage).toBe('aborted');
    await closed;
  });
});
