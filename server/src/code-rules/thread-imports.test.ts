import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const server = new URL('../../', import.meta.url);

/** The service itself and the command line check messages, so they load the validator. */
const loadSchemas = ['src/main.ts', 'src/cli/main.ts'];

/** Without the data that its starter gives, a thread fails after its imports. */
const program = `
  import { registerHooks } from 'node:module';
  let importer = null;
  registerHooks({
    resolve(name, context, next) {
      if (name.startsWith('typebox')) importer ??= context.parentURL;
      return next(name, context);
    },
  });
  const loaded = await import(process.argv[1]).then(() => true, (error) => error.code !== 'ERR_MODULE_NOT_FOUND');
  process.stdout.write(JSON.stringify({ loaded, importer }), () => process.exit());`;

const entries = [...readFileSync(new URL('build.ts', server), 'utf8').matchAll(/'(src\/[\w/-]+\.ts)'/g)]
  .map(([, file = '']) => file)
  .filter((file) => !loadSchemas.includes(file));

it('there are threads and processes of models', () => expect(entries.length).toBeGreaterThan(5));

it.each(entries)('%s loads no validator, which takes longer than everything else', async (file) => {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    new URL(file, server).href,
  ]);
  expect(JSON.parse(stdout)).toEqual({ loaded: true, importer: null });
});
