import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpointKey, startEndpoint } from '../../conformance/testing/good-endpoint.ts';
import { receiverSecret, startWebhookReceiver } from '../../conformance/testing/good-receiver.ts';
import { temporaryFolder } from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';

describe('parley check', () => {
  const { run, text, json, refused } = commandLine(() => '/nonexistent');

  it('[CF6] [CF10] needs no service, prints the report, writes JUnit, and exits by its verdict', async () => {
    await using folder = await temporaryFolder('check');
    await using endpoint = await startEndpoint();
    const file = join(folder.path, 'report.xml');
    const words = ['check', endpoint.url, '--only', 'login,chat', '--junit', file];
    const good = await run([...words, '--api-key', endpointKey]);
    expect(good).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^GOOD: 2 of 2 checks/),
    });
    expect(await readFile(file, 'utf8')).toMatch('tests="2" failures="0"');
    const faulty = await run([...words, '--api-key', 'another']);
    expect(faulty).toMatchObject({ code: 1, stderr: '', stdout: expect.stringMatching(/^FAILED: login/) });
    const untried = await run(['check', 'http://127.0.0.1:9/', '--json']);
    expect(untried.code).toBe(2);
    expect(JSON.parse(untried.stdout)).toMatchObject({ verdict: 'untried', checks: { length: 27 } });
  });

  it('[CF6] does the same for the receiver of a webhook', async () => {
    await using receiver = await startWebhookReceiver();
    const words = ['check-webhook', receiver.url, '--only', 'delivery,unsigned', '--secret'];
    const good = await run([...words, receiverSecret]);
    expect(good).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^GOOD: 2 of 2 checks/),
    });
    const faulty = await run([...words, 'whsec_AAAA']);
    expect(faulty).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAILED: delivery/) });
    expect(await refused(`${words.join(' ')} sesame`)).toMatch('--secret must be a signing secret');
  });

  it('says that a port for callbacks is taken', async () => {
    await using endpoint = await startEndpoint();
    const port = new URL(endpoint.url).port;
    expect(await refused(`check ${endpoint.url} --callback-port ${port}`)).toMatch('cannot use this port');
  });

  it('lists the checks', async () => {
    expect(await text('check --list')).toMatch(/^NAME +WHAT\nlogin +A visitor joins/);
    expect(await text('check-webhook --list')).toMatch('two-signatures');
    expect(await json('check --list')).toContainEqual({ name: 'unicode', about: expect.any(String) });
  });

  it.each([
    ['check', 'URL is missing. Run: parley check URL'],
    ['check nowhere', 'URL "nowhere" must be a URL'],
    ['check http://a.example/ --only logins', 'There is no check "logins". Did you mean "login"?'],
    ['check http://a.example/ --chat-timeout 0', '--chat-timeout must be 1 to 120.'],
    ['check http://a.example/ --callback-url ftp://b', '--callback-url "ftp://b" must be a URL'],
  ])('refuses "%s" in one line', async (line, says) => {
    expect(await refused(line)).toContain(says);
  });
});
