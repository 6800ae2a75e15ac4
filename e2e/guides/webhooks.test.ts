import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReceiver, reportText } from '../../server/src/conformance/index.ts';
import { freePort, type RunningService, startService } from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';
import { blockOf, type Language, need, type Served, serveBlock, serveCgi } from './programs.ts';

const serve = (language: Language, heading: string) => (secret: string) => {
  const code = blockOf('webhooks', heading, language);
  return language === 'sh' ? serveCgi(code, secret) : serveBlock(language, code, { WEBHOOK_SECRET: secret });
};
const receivers: readonly [string, string, (secret: string) => Promise<Served>][] = [
  ['Node', 'node', serve('js', 'Node')],
  ['Python', 'python3', serve('python', 'Python')],
  ['shell', 'openssl', serve('sh', 'Shell, with openssl')],
];

describe('the receivers in the guide of webhooks', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.for(receivers)(
    '%s verifies a real delivery, and passes every check',
    async ([, program, start], context) => {
      need(context, program);
      const operator = operatorOf(service);
      const account = await operator.account();
      const url = `http://127.0.0.1:${await freePort()}/`;
      const { id, secret } = await operator.call('webhooks.create', {
        params: { account },
        body: { name: 'guide', url },
      });
      await using receiver = await start(secret);
      const params = { account, webhook: id };
      await operator.call('webhooks.update', { params, body: { url: receiver.url } });
      expect(await operator.call('webhooks.test', { params })).toMatchObject({ passed: true });
      expect(receiver.printed()).toMatch(/webhook\.test|evt_\w+\.json/);
      const report = await checkReceiver({ url: receiver.url, secret, headers: {}, only: null });
      expect(reportText(report)).toMatch(/^GOOD: (\d+) of \1 checks passed: /);
    },
  );
});
