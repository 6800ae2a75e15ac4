import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { programEnvironment, startNodeProgram, startProgram } from './programs.ts';

const sources = fileURLToPath(new URL('..', import.meta.url));
const filesWith = (pattern: RegExp): string[] =>
  globSync('**/*.ts', { cwd: sources })
    .map(String)
    .filter((file) => !/(^|\/)testing\/|\.(test|contract)\.ts$/.test(file))
    .filter((file) => pattern.test(readFileSync(`${sources}${file}`, 'utf8')))
    .sort();

describe('programs that the service starts', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('get only the variables that are listed', () => {
    const from = {
      PATH: '/bin',
      LANG: 'C',
      SECRET_KEY: 's',
      DATABASE_URL: 'd',
      PIP_INDEX_URL: 'i',
      HOME: undefined,
    };
    expect(programEnvironment({ from })).toEqual({ PATH: '/bin', LANG: 'C' });
    expect(programEnvironment({ from, passOn: /^PIP_\w+$/, add: { TMPDIR: '/t' } })).toEqual({
      PATH: '/bin',
      LANG: 'C',
      PIP_INDEX_URL: 'i',
      TMPDIR: '/t',
    });
  });

  it('do not inherit the secrets of the service', async () => {
    vi.stubEnv('SECRET_KEY', 'top-secret-value');
    vi.stubEnv('OUTBOUND_PROXY', 'http://me:top-secret-value@proxy.example:3128');
    const child = startProgram('env', [], { stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = (await child.stdout.toArray()).join('');
    expect(printed).toContain('PATH=');
    expect(printed).not.toContain('top-secret-value');
    const code = 'data:text/javascript,process.send(process.env)';
    const node = startNodeProgram(process.execPath, {
      execPath: process.execPath,
      execArgv: ['--input-type=module', '--import', code],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const environment = await new Promise((resolve) => node.once('message', resolve));
    node.kill('SIGKILL');
    expect(environment).toHaveProperty('PATH');
    expect(JSON.stringify(environment)).not.toContain('top-secret-value');
  });

  it('are all started here, where they get no secrets; only workers of the service itself are not', () => {
    expect(filesWith(/from 'node:child_process'|import\('node:child_process'\)/).filter(usesValues)).toEqual([
      'processes/inspect.ts',
      'processes/programs.ts',
    ]);
    expect(filesWith(/\bcluster\.fork\(/)).toEqual(['run/workers.ts']);
  });
});

/** Importing a type starts nothing. */
const usesValues = (file: string): boolean =>
  !/^import type [^;]*from 'node:child_process'/m.test(readFileSync(`${sources}${file}`, 'utf8'));
