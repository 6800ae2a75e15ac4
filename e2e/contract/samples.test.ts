import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  plainEnvironment,
  type RunningService,
  startService,
  type TemporaryFolder,
  temporaryFolder,
} from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';

const execute = promisify(execFile);
const languages = ['curl', 'TypeScript', 'Python'] as const;

const plainText = (markup: string): string =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('the code samples of the API-key endpoints, as the reference shows them', () => {
  let service: RunningService;
  let folder: TemporaryFolder;
  let key: string;
  let page: string;
  beforeAll(async () => {
    service = await startService();
    folder = await temporaryFolder('samples');
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    const permissions = ['generate_tokens', 'read_avatars', 'read_session_state', 'read_events'];
    ({ key } = await operator.call('keys.create', { params, body: { name: 'samples', permissions } }));
    page = await (await fetch(`${service.url}/docs/api/api-key-endpoints`)).text();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const sampleOf = (path: string, language: string): string => {
    const call = page.split('<article').find((part) => part.includes(`<code>${path}</code>`)) ?? '';
    const [, code = ''] =
      new RegExp(`aria-label="Example request in ${language}"[^>]*><code>([^<]*)</code>`).exec(call) ?? [];
    return plainText(code);
  };
  /** Everything that the program printed, also if it failed. */
  const run = async (language: string, code: string): Promise<string> => {
    const [file, command] =
      language === 'curl'
        ? ['a.sh', 'sh']
        : language === 'Python'
          ? ['a.py', 'python3']
          : ['a.mts', process.execPath];
    writeFileSync(join(folder.path, file), code);
    const env = { ...plainEnvironment(), PARLEY_KEY: key, NO_COLOR: '1' };
    return await execute(command, [join(folder.path, file)], { env }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  };

  it.each([
    ['/auth/generate-token', /eyJ/],
    ['/avatars', /Demo avatar/],
    ['/session/query', /Session not found|404/],
    ['/events', /cursor/],
  ])('%s', async (path, expected) => {
    for (const language of languages)
      expect(await run(language, sampleOf(path, language)), language).toMatch(expected);
  });
});
