import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { startReceiver } from '../../outbound/testing/receiver.ts';
import { isRunByName } from '../../testing/index.ts';
import { startAzure } from '../testing/azure-stand-in.ts';
import { elevenLabsAnswer } from '../testing/elevenlabs-stand-in.ts';
import { googleAnswer } from '../testing/google-stand-in.ts';
import { openAiAnswer } from '../testing/openai-stand-in.ts';
import { describeVoice } from '../voice.contract.ts';
import { AzureConnections } from './azure-connections.ts';
import { azureUrl, createAzureVoice } from './azure-voice.ts';
import { createElevenLabsVoice } from './elevenlabs-voice.ts';
import { createGoogleVoice } from './google-voice.ts';
import { createOpenAiVoice } from './openai-voice.ts';

describeVoice({
  name: 'an OpenAI-compatible server',
  start: async (deps) => {
    const server = deps.use(await startReceiver(openAiAnswer));
    const outbound = deps.use(localOutbound());
    return createOpenAiVoice({ outbound, url: `${server.url}v1`, key: 'k', model: 'm', voice: 'v' });
  },
});

describeVoice({
  name: 'ElevenLabs',
  isSlow: !isRunByName,
  start: async (deps) => {
    const server = deps.use(await startReceiver(elevenLabsAnswer()));
    const outbound = deps.use(localOutbound());
    return createElevenLabsVoice({ outbound, url: server.url, key: 'k', model: 'm', voice: 'v' });
  },
});

describeVoice({
  name: 'Google Cloud',
  isSlow: !isRunByName,
  start: async (deps) => {
    const server = deps.use(await startReceiver(googleAnswer));
    const outbound = deps.use(localOutbound());
    return createGoogleVoice({ outbound, url: `${server.url}v1`, key: 'k', voice: 'en-GB-Neural2-A' });
  },
});

describeVoice({
  name: 'Azure Speech',
  isSlow: !isRunByName,
  start: async (deps) => {
    const server = deps.use(await startAzure());
    const outbound = deps.use(localOutbound());
    const connections = deps.use(new AzureConnections(outbound));
    const url = azureUrl({ url: server.url });
    if (url === null) throw new Error('no address');
    return createAzureVoice({ connections, account: 'acc_1', url, key: 'k', voice: 'en-US-JennyNeural' });
  },
});
