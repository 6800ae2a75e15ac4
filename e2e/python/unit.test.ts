import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientFolder, needPython, runPython } from './python-program.ts';

it('the tests of the Python package pass', async (context) => {
  needPython(context);
  const { stderr } = await runPython([
    '-W',
    'error::ResourceWarning',
    '-m',
    'unittest',
    'discover',
    '-t',
    '.',
    '-s',
    'tests',
  ]);
  expect(stderr).toMatch(/^Ran [1-9]\d+ tests in .*\n\nOK$/m);
});

it('has the version of the other packages', () => {
  const version = (file: string, form: RegExp) =>
    form.exec(readFileSync(join(clientFolder, file), 'utf8'))?.[1] ?? file;
  expect(version('pyproject.toml', /^version = "(.*)"$/m)).toBe(
    version('../../packages/client/package.json', /"version": "(.*)"/),
  );
});
