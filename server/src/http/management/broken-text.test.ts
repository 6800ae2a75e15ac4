import { type Call, type CallName, callNames, managementCalls } from '@parley/protocol/management';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountCallName, callExamples } from '../../management/testing/call-examples.ts';
import {
  type DashboardScene,
  dashboardScene,
  type Things,
} from '../../management/testing/dashboard-scene.ts';
import { testOperatorToken } from '../../testing/app/index.ts';
import { isFile } from './call-document.ts';

let scene: DashboardScene;
let things: Things;
beforeAll(async () => {
  scene = await dashboardScene();
  things = await scene.makeThings('ours');
});
afterAll(() => scene[Symbol.asyncDispose]());

const broken = { 'the character NUL': 'a\0b', 'half of a surrogate pair': 'a\ud800b' };

const fieldsOf = (name: CallName): string[] => {
  const { body }: Call = managementCalls[name];
  return body === undefined || isFile(body)
    ? []
    : Object.keys((body as TSchema & { properties?: object }).properties ?? {});
};
const withFields = callNames.filter((name) => fieldsOf(name).length > 0);

it.each(withFields)('%s refuses texts that the database does not store', async (name) => {
  const example: { parts?: Record<string, string>; body?: unknown } = Object.hasOwn(callExamples, name)
    ? callExamples[name as AccountCallName](things)
    : {};
  const good = typeof example.body === 'object' ? example.body : {};
  for (const field of fieldsOf(name)) {
    for (const [what, text] of Object.entries(broken)) {
      for (const value of [text, [text], { [text]: text }]) {
        scene.test.clock.advance(1_000);
        const { status } = await scene.ask({ token: testOperatorToken }, name, {
          parts: { account: things.accountId, ...example.parts },
          body: { ...good, [field]: value },
        });
        expect(status, `${field} with ${what} as ${JSON.stringify(value)}`).toBeLessThan(500);
      }
    }
  }
});
