import { waitFor } from '../../../server/src/processes/index.ts';
import { freePort } from '../../../server/src/testing/free-port.ts';
import { pollOptions } from '../../../server/src/testing/index.ts';
import { type PlainBrowser, Program } from './plain-browser.ts';

/** WebDriver's name for the ID of an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK on a virtual screen, driven by WebDriver. */
export async function startWebkit(driver: string, screen: string): Promise<PlainBrowser> {
  await using started = new AsyncDisposableStack();
  const display = started.use(new Program(screen, ['-displayfd', '1', '-screen', '0', '1280x800x24']));
  const number = await waitFor(async () => display.read(/^(\d+)\s/m), pollOptions);
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' };
  started.use(new Program(driver, [`--port=${port}`], env));
  const send = async <T>(method: 'GET' | 'POST', path: string, body: object = {}): Promise<T> => {
    const content = method === 'GET' ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...content });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  await waitFor(() => send<{ ready?: boolean }>('GET', '/status').catch(() => undefined), pollOptions);
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  const kept = started.move();
  return {
    async goto(url) {
      await send('POST', `${session}/url`, { url });
    },
    async click(selector) {
      const query = { using: 'css selector', value: selector };
      const { [elementKey]: id } = await send<Record<string, string>>('POST', `${session}/element`, query);
      await send('POST', `${session}/element/${id}/click`);
    },
    evaluate: <T>(expression: string) =>
      send<T>('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
