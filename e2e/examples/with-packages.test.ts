import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import {
  freePort,
  type RunningService,
  startService,
  type TemporaryFolder,
  temporaryFolder,
} from '../../server/src/testing/index.ts';
import { askThrough, checkedBy, endpointKey, exampleFile } from '../testing/integration/example.ts';
import { startModelStandIn } from '../testing/integration/model-stand-in.ts';
import { startProgram } from '../testing/integration/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

describe('examples with packages of others, installed as their readers install them', () => {
  let service: RunningService;
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await temporaryFolder('examples');
    await run(process.execPath, [join(root, 'web/pack.ts'), join(folder.path, 'build/packages')]);
    service = await startService();
  }, 120_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** Installs a copy of the example with the packed packages. */
  const install = async (context: TestContext, name: string): Promise<string> => {
    const copy = join(folder.path, 'examples', name);
    await cp(exampleFile(name), copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    const problem = await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: copy }).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    context.skip(/ENOTFOUND|EAI_AGAIN|ECONNREFUSED/.test(problem), 'the npm registry cannot be reached');
    expect(problem).toBe('');
    return copy;
  };

  it('express', async (context) => {
    const copy = await install(context, 'express');
    const env = { ENDPOINT_KEY: endpointKey };
    await using app = await startProgram(join(copy, 'app.mjs'), await freePort(), env);
    const url = `${app.url}avatar`;
    expect(await askThrough(service, url, 'tides', 2)).toBe('One moment. You said: tides.');
    expect(await checkedBy(service.dataDir, ['check', url, '--api-key', endpointKey])).toBe('good');
  });

  it.for(['model', 'mcp'])('%s: streams the words of a model that calls a tool', async (name, context) => {
    const copy = await install(context, name);
    await using model = await startModelStandIn();
    const env = { ENDPOINT_KEY: endpointKey, MODEL_URL: model.url, MODEL_KEY: 'k', MODEL_NAME: 'm' };
    await using brain = await startProgram(join(copy, 'brain.mjs'), await freePort(), env);
    expect(await askThrough(service, brain.url, 'Where is order 7?')).toBe('Your order is shipped.');
    expect(model.requests).toHaveLength(2);
    expect(model.requests[0]?.tools).toMatchObject([{ function: { name: 'find_order' } }]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'shipped' });
    expect(await checkedBy(service.dataDir, ['check', brain.url, '--api-key', endpointKey])).toBe('good');
  });

  it('every example names the packages that it imports', async () => {
    for (const [name, file] of [
      ['express', 'app.mjs'],
      ['next', 'app/avatar/route.js'],
      ['model', 'brain.mjs'],
      ['mcp', 'brain.mjs'],
      ['mcp', 'tools.mjs'],
      ['webhook-postgres', 'receiver.mjs'],
      ['private-avatar', 'server.mjs'],
      ['react', 'main.jsx'],
    ] as const) {
      const manifest = JSON.parse(await readFile(exampleFile(`${name}/package.json`), 'utf8'));
      const code = await readFile(exampleFile(`${name}/${file}`), 'utf8');
      const imported = [...code.matchAll(/from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, module]) => module);
      const known = Object.keys(manifest.dependencies);
      expect(imported.filter((module) => module !== 'node' && !known.includes(module ?? ''))).toEqual([]);
    }
  });
});
