import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { openSpeaker } from '../../../e2e/testing/clips.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';
import { type ClipPlan, makeClips } from './clips.ts';
import type { Rule } from './decisions.ts';
import { type PageRun, runInPage } from './page-run.ts';

type WebBuild = { ensureWeb(root: string, runtime: string): boolean };

const story =
  'Once there was a town by the river. It had a market, a school and an old mill. Every morning the miller opened the gate and looked at the water. ' +
  'Then he went to the market and talked to everybody. In the evening he wrote down what he had heard. So the town has a long book.';

/** Runs the service, an endpoint that answers at once, and the same clips in the avatar's page with each rule. */
export async function runEachRule(
  plan: ClipPlan,
  voiceFolder: string,
  voiceFiles: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<Readonly<Record<Rule, PageRun>>> {
  const chromium = process.env.PARLEY_CHROMIUM ?? '/usr/bin/chromium';
  await using started = new AsyncDisposableStack();
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { ensureWeb } = (await import(`${root}/scripts/lib/builds.mjs`)) as WebBuild;
  if (!ensureWeb(root, process.execPath)) throw new Error('the pages could not be built');
  const endpoint = started.use(await startEndpoint());
  const program = new URL('../../../server/src/testing/load/service-program.ts', import.meta.url);
  const input = { environment: { VOICE_FOLDER: voiceFolder } };
  const service = started.use(await startChild<ServiceAddress>(program, { input, signal }));
  const { url, accountId } = service.ready;
  const avatarId = await operatorClient(service.ready).avatar(accountId, {
    name: 'Bench',
    endpointUrl: endpoint.url,
    greeting: '',
    voice: 'built-in:mara',
  });
  const files = started.use(await temporaryFolder('voice-to-voice'));
  const clips = await makeClips(voiceFiles, plan);
  const speak = await openSpeaker(voiceFiles);
  const first = await speak('mara', 'Good morning.', 0);
  const interruption = [
    await speak('mara', 'Please tell me a story.', 0),
    await speak('mara', 'Wait, that is enough, please stop now.', 0),
  ] as const;
  const scene = { chromium, pageUrl: `${url}/avatar/${avatarId}`, folder: files.path, asked: endpoint.asked };
  const run = async (rule: Rule) => {
    say(`in Chromium, ${clips.length} clips, ${rule}`);
    return await runInPage(scene, clips, first, interruption, rule, signal);
  };
  return { 'half a second': await run('half a second'), model: await run('model') };
}

/** Answers at once. */
async function startEndpoint() {
  const asked: number[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
      action: string;
      sessionId: string;
      message?: string;
    };
    if (body.action === 'CHAT') asked.push(performance.timeOrigin + performance.now());
    const reply =
      body.action === 'CHAT' ? { reply: /story/i.test(body.message ?? '') ? story : 'Yes, of course.' } : {};
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ sessionId: body.sessionId, status: 'OK', statusMessage: '', ...reply }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
