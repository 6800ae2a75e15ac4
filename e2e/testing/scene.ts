import type { Browser } from 'playwright-core';
import type { TestContext } from 'vitest';
import { type RunningService, startService, systemTool } from '../../server/src/testing/index.ts';
import { openBrowser } from './visit.ts';

export type Scene = AsyncDisposable & {
  readonly service: RunningService;
  /** The same browser for every test of the file. Without a browser the test is skipped. */
  browser(context: TestContext): Promise<Browser>;
};

/** One running service and one browser for all tests of a file. */
export async function startScene(...browserFlags: readonly string[]): Promise<Scene> {
  const service = await startService();
  let browser: Browser | undefined;
  return {
    service,
    async browser(context) {
      browser ??= await openBrowser(systemTool(context, 'chromium'), ...browserFlags);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      await browser?.close();
      await service[Symbol.asyncDispose]();
    },
  };
}
