import { spawnSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app/index.ts';
import { type Sample, samplesOf } from './samples.ts';

/** Compiles each program of a list that comes as JSON. Prints what is wrong. */
const compileAll = `
import json, sys
for name, code in json.load(sys.stdin):
    try:
        compile(code, name, "exec")
    except SyntaxError as error:
        print(name, error)
`;

describe('the code samples of the reference', () => {
  let test: TestApp;
  let samples: readonly (readonly [name: string, Sample])[];
  beforeAll(async () => {
    test = await testApp();
    samples = test.app.routes
      .filter(({ document }) => document !== null)
      .flatMap((route) =>
        samplesOf(route, 'https://talk.example.com').map(
          (sample) => [`${route.method} ${route.path}`, sample] as const,
        ),
      );
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const inLanguage = (wanted: Sample['language']): [string, string][] =>
    samples.filter(([, { language }]) => language === wanted).map(([name, { code }]) => [name, code]);

  it('every call has one in each language', () => {
    expect(inLanguage('curl').length).toBeGreaterThan(100);
    for (const language of ['TypeScript', 'Python'] as const)
      expect(inLanguage(language).map(([name]) => name)).toEqual(inLanguage('curl').map(([name]) => name));
  });

  it('those in TypeScript are valid', () => {
    for (const [name, code] of inLanguage('TypeScript')) {
      const body = stripTypeScriptTypes(`(async () => {\n${code}\n})`);
      expect(() => new Function(body), name).not.toThrow();
    }
  });

  it('those in Python are valid', ({ skip }) => {
    const input = JSON.stringify(inLanguage('Python'));
    const { status, stdout, stderr } = spawnSync('python3', ['-c', compileAll], { input, encoding: 'utf8' });
    if (status === null) skip('python3 is missing');
    expect(stderr + stdout).toBe('');
  });

  it('those for a shell are valid', () => {
    const text = inLanguage('curl')
      .map(([, code]) => code)
      .join('\n\n');
    const { status, stderr } = spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('take secrets from variables', () => {
    const token = inLanguage('curl').find(([name]) => name === 'POST /auth/generate-token');
    expect(token?.[1]).toBe(
      'curl -H "x-api-key: $PARLEY_KEY" \\\n  -H "content-type: application/json" \\\n' +
        `  -d '{"avatar_id":"1001"}' \\\n  "https://talk.example.com/auth/generate-token"`,
    );
  });
});
