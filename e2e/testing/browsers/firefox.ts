import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../../../server/src/processes/index.ts';
import { pollOptions } from '../../../server/src/testing/index.ts';
import { temporaryFolder } from '../../../server/src/testing/temporary-folder.ts';
import { type PlainBrowser, Program } from './plain-browser.ts';

/** Sound needs no click, and the browser fetches nothing by itself. */
const preferences = `
  user_pref('media.autoplay.default', 0);
  user_pref('media.autoplay.blocking_policy', 0);
  user_pref('browser.shell.checkDefaultBrowser', false);
  user_pref('datareporting.policy.dataSubmissionEnabled', false);
  user_pref('app.update.enabled', false);
  user_pref('network.captive-portal-service.enabled', false);
  user_pref('network.connectivity-service.enabled', false);
`;

type Answer = {
  readonly id?: number;
  readonly type: string;
  readonly message?: string;
  readonly result?: unknown;
};
type Evaluated = {
  readonly type: string;
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
};

/** Firefox without a window, driven by WebDriver BiDi. */
export async function startFirefox(path: string): Promise<PlainBrowser> {
  await using started = new AsyncDisposableStack();
  const profile = started.use(await temporaryFolder('firefox'));
  writeFileSync(join(profile.path, 'user.js'), preferences);
  const args = ['--headless', '--no-remote', '--profile', profile.path, '--remote-debugging-port', '0'];
  const program = started.use(new Program(path, args));
  const address = await waitFor(
    async () => program.read(/WebDriver BiDi listening on (ws:\S+)\s/),
    pollOptions,
  );
  const socket = new WebSocket(`${address}/session`);
  started.defer(() => socket.close());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const send = commandsOver(socket);
  await send('session.new', { capabilities: {} });
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const command = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: false };
    const answer = await send<Evaluated>('script.evaluate', { ...command, userActivation: true });
    if (answer.exceptionDetails !== undefined) throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result?.value ?? 'null') as T;
  };
  const kept = started.move();
  return {
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async click(selector) {
      await evaluate(`document.querySelector('${selector}').click()`);
    },
    evaluate,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function commandsOver(socket: WebSocket) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id = -1, type, message, result } = JSON.parse(String(data)) as Answer;
    if (type === 'success') waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(message));
    waiting.delete(id);
  });
  return async <T>(method: string, params: object): Promise<T> => {
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return (await answer.promise) as T;
  };
}
