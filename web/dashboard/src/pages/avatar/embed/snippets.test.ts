import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snippetsFor } from './snippets.ts';

const root = fileURLToPath(new URL('../../../../../..', import.meta.url));
const service = 'https://talk.example.com';
const codeOf = (name: string, isPrivate: boolean): string =>
  snippetsFor({ id: '1001', private: isPrivate }, service).find((snippet) => snippet.name === name)?.code ??
  '';

describe('the snippets', () => {
  let folder = '';
  beforeAll(() => {
    mkdirSync(join(root, 'build'), { recursive: true });
    folder = mkdtempSync(join(root, 'build', 'snippets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('match the React package: its types know every name in them, and reject a wrong one', async () => {
    const files = {
      'public.jsx': codeOf('react', false),
      'private.jsx': codeOf('react', true),
      'wrong-name.jsx': codeOf('react', false).replace('avatarId=', 'avatar='),
      'wrong-export.jsx': codeOf('react', false).replaceAll('Avatar', 'Talker'),
    };
    for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
    const settings = {
      extends: '../../packages/react/tsconfig.json',
      compilerOptions: {
        allowJs: true,
        checkJs: true,
        noImplicitAny: false,
        module: 'esnext',
        moduleResolution: 'bundler',
      },
      include: ['*.jsx'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [compiler, '--pretty', 'false', '-p', folder], (_failed, stdout) =>
        resolve(stdout),
      );
    });
    const complaints = output.split('\n').filter((line) => /error TS/.test(line));
    expect(complaints.filter((line) => !/wrong-(name|export)\.jsx/.test(line))).toEqual([]);
    for (const wrong of ['wrong-name.jsx', 'wrong-export.jsx'])
      expect(complaints.some((line) => line.includes(wrong))).toBe(true);
  });

  it('ask for a token only if the avatar is private', () => {
    for (const name of ['widget', 'iframe', 'script', 'react']) {
      expect(codeOf(name, false)).not.toMatch(/token/i);
      expect(codeOf(name, true)).toMatch(/token/i);
      expect(codeOf(name, false)).toContain(service);
      expect(codeOf(name, false)).toContain('1001');
    }
  });
});
