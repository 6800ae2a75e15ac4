import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpointKey, error, startEndpoint } from '../../conformance/testing/good-endpoint.ts';
import { temporaryFolder } from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';

describe('parley crowd', () => {
  const { run, refused } = commandLine(() => '/nonexistent');

  it('[CW8] needs no service, says what the lines of a file say, and prints a table', async () => {
    await using folder = await temporaryFolder('crowd');
    const said = new Map<string, number>();
    const open = new Set<unknown>();
    await using endpoint = await startEndpoint({
      reply: (message) => {
        said.set(message, (said.get(message) ?? 0) + 1);
        return 'Yes.';
      },
      beforeReply: async ({ sessionId }) => {
        open.add(sessionId);
        return null;
      },
      logout: (body) => {
        open.delete(body.sessionId);
        return { status: 200, body: { sessionId: body.sessionId, status: 'OK', statusMessage: '' } };
      },
    });
    const file = join(folder.path, 'lines.txt');
    await writeFile(file, 'One\n\n  Two\n');
    const words = [
      'crowd',
      '--endpoint',
      endpoint.url,
      '--api-key',
      endpointKey,
      '--say',
      file,
      '--thinking',
      '0',
    ];
    const page = join(folder.path, 'report.html');
    const more = ['--rate', '25', '--seconds', '2', '--seed', '3', '--html', page];
    const { code, stdout, stderr } = await run([...words, ...more]);
    expect(await readFile(page, 'utf8')).toMatch(/<h1>How much http.*127\.0\.0\.1.* carries<\/h1>/);
    expect(stderr).toMatch(/^25 turns\/s: /);
    expect(stdout).toContain(endpoint.url);
    expect(stdout).toMatch(/\nTURNS\/S +ANSWERED +P50 +P95 .*\n25 +\d/);
    expect(stdout).toMatch(/\d+ visitors, \d+ requests/);
    expect([0, 1]).toContain(code);
    expect([...said.keys()].sort()).toEqual(['One', 'Two']);
    expect(open.size).toBe(0);
  });

  it('[CW6] [CW8] stops if the endpoint fails, and says with what', async () => {
    let chats = 0;
    await using endpoint = await startEndpoint({
      beforeReply: async (body) => {
        chats += 1;
        return chats > 1 ? error(500, body, 'Broken today.') : null;
      },
    });
    const words = ['crowd', '--endpoint', endpoint.url, '--api-key', endpointKey, '--rate', '50', '--json'];
    const { code, stdout } = await run([...words, '--thinking', '0']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'failed',
      knee: null,
      problem: expect.stringMatching(/of the last \d+ turns failed: .*Broken today/),
      steps: [{ outcome: 'failed', rate: 50 }],
      asked: { rate: 50, upTo: 50, seconds: 10, turns: 5, maxSessions: 2_000 },
    });
    // Not the 500 of ten seconds. On a busy machine the rate catches up before the first failure is known.
    expect(chats).toBeLessThan(250);
  });

  it('[CW7] no crowd comes where nothing answers', async () => {
    const { code, stdout } = await run(['crowd', '--endpoint', 'http://127.0.0.1:9/']);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^COULD NOT BE TRIED: http:\/\/127\.0\.0\.1:9\/\n./);
  });

  it.each([
    ['crowd', 'Give either --endpoint URL or --avatar ID'],
    ['crowd --endpoint http://localhost:9/ --avatar 7', 'Give either --endpoint URL or --avatar ID'],
    ['crowd --endpoint nowhere', 'must be a URL'],
    ['crowd --endpoint https://talk.example.com/', 'add --i-own-this-endpoint'],
    ['crowd --endpoint http://127.0.0.1.example.com/', 'add --i-own-this-endpoint'],
    ['crowd --endpoint http://10.0.0.1/', 'add --i-own-this-endpoint'],
    ['crowd --endpoint http://[::1]:9/ --rate 0', '--rate must be 1 to 10000'],
    ['crowd --endpoint http://localhost:9/ --seconds 1', '--seconds must be 2 to 600'],
    ['crowd --endpoint http://localhost:9/ --say /nonexistent', 'Could not read the file /nonexistent'],
  ])('[CW5] [CW7] refuses "%s" in one line', async (line, says) => {
    expect(await refused(line)).toContain(says);
  });
});
