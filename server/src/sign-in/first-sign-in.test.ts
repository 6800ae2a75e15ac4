import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../testing/index.ts';
import { parleyCommand } from '../testing/running/index.ts';

describe('the first sign-in', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const use = (link: string, url = service.url) =>
    fetch(`${url}/v1/sign-in/link`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.split('#')[1] }),
    });
  const flow = async () =>
    (await (await fetch(`${service.url}/v1/sign-in/options`)).json()) as { fresh: boolean };

  it('uses a link from the shell, which makes the first owner the operator and works once', async () => {
    expect((await flow()).fresh).toBe(true);
    const said = /Sign in to the dashboard as owner@localhost[\s\S]*?#([\w-]{32})/;
    await expect.poll(() => said.test(service.output())).toBe(true);
    const { code, stdout } = await parleyCommand(service.dataDir, ['sign-in-link', 'owner@localhost']);
    expect(code).toBe(0);
    const link = stdout.trim();
    expect(link).toMatch(/\/dashboard\/sign-in\/link#[\w-]{32}$/);
    const answer = await use(link);
    expect([answer.status, await answer.json()]).toEqual([200, { next: 'done' }]);
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    const me = await fetch(`${service.url}/v1/me`, { headers: { cookie: cookie.join('; ') } });
    expect(await me.json()).toMatchObject({
      email: 'owner@localhost',
      isOperator: true,
      hasPassword: false,
      accounts: [{ role: 'owner' }],
      installation: { loopbackAllowed: true, sendsMail: false },
    });
    expect((await flow()).fresh).toBe(false);
    expect((await use(link)).status).toBe(400);
  });

  it('is only for people who exist', async () => {
    const { code, stderr } = await parleyCommand(service.dataDir, ['sign-in-link', 'nobody@example.com']);
    expect([code, stderr]).toEqual([1, 'No person has the address nobody@example.com.\n']);
  });
});
