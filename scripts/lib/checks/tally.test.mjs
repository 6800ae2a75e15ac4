import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../root.mjs';
import { addUp, closingLine, crashed, isGreen } from './tally.mjs';

const skip = (title) => ({ title, reason: 'why' });

describe('the closing line', () => {
  it.each([
    ['2 passed, 0 failed', { passed: 2, failed: [], skipped: [] }, true],
    ['2 passed, 1 failed', { passed: 2, failed: ['a'], skipped: [] }, false],
    ['2 passed, 0 failed, 1 skipped', { passed: 2, failed: [], skipped: [skip('b')] }, true],
    ['0 passed, 0 failed', { passed: 0, failed: [], skipped: [] }, false],
    ['0 passed, 0 failed, 1 skipped', { passed: 0, failed: [], skipped: [skip('b')] }, false],
  ])('%s', (line, tally, green) => {
    expect(closingLine(tally)).toBe(line);
    expect(isGreen(tally)).toBe(green);
  });

  it('counts all steps together', () => {
    const one = { passed: 3, failed: ['a'], skipped: [skip('b')] };
    expect(closingLine(addUp([one, one, crashed('types')]))).toBe('6 passed, 3 failed, 2 skipped');
  });
});

const files = {
  'mixed.test.mjs': `
    it('passes', () => {});
    it('fails', () => { throw new Error('no'); });
    it('says why it is skipped', ({ skip }) => skip('no Chromium here'));
    it.skip('is switched off', () => {});
    it.todo('is to be written');`,
  'hook.test.mjs': `
    describe('with a broken set-up', () => {
      beforeAll(() => { throw new Error('no'); });
      it('never runs', () => {});
    });`,
  'broken.test.mjs': `import './not-there.mjs'; it('never runs', () => {});`,
  'stray.test.mjs': `it('passes', () => { Promise.reject(new Error('stray')); });`,
};

describe('a vitest run', () => {
  let folder;
  let tally;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-tally-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const file = join(folder, 'tally.json');
    const args = [
      'run',
      '--globals',
      '--root',
      folder,
      `--reporter=${join(root, 'scripts/lib/checks/tally-reporter.mjs')}`,
    ];
    spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: folder,
      env: { ...process.env, PARLEY_TALLY: file },
    });
    tally = JSON.parse(readFileSync(file, 'utf8'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('counts what passed', () => {
    expect(tally.passed).toBe(2);
  });

  it('also counts as failures a broken set-up, a file that does not load and an error outside any test', () => {
    expect(tally.failed.toSorted()).toEqual([
      'broken.test.mjs (the file did not load or run through)',
      'error outside any test: stray',
      'hook.test.mjs > with a broken set-up (its set-up or clean-up)',
      'mixed.test.mjs > fails',
    ]);
  });

  it('names what was skipped, with the reason', () => {
    expect(tally.skipped.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
      { title: 'hook.test.mjs > with a broken set-up > never runs', reason: 'its set-up failed' },
      { title: 'mixed.test.mjs > is switched off', reason: 'switched off in its file' },
      { title: 'mixed.test.mjs > is to be written', reason: 'still to be written' },
      { title: 'mixed.test.mjs > says why it is skipped', reason: 'no Chromium here' },
    ]);
  });
});
