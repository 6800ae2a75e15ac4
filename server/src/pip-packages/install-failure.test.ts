import { describe, expect, it } from 'vitest';
import { fileFailure, InstallFailure } from './install-failure.ts';

const errorOf = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('a voice whose files cannot be stored', () => {
  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EACCES', 'the service may not write there'],
    ['EROFS', 'the file system is read-only'],
  ])('[SP113] %s is one plain sentence with the folder, and says what to do', (code, problem) => {
    const failure = fileFailure(errorOf(code), '/srv/voices', 'Try again.') as InstallFailure;
    expect(failure).toBeInstanceOf(InstallFailure);
    expect(failure.message).toBe(`its files cannot be stored in /srv/voices: ${problem}`);
    expect(failure.advice).toContain('VOICE_FOLDER');
  });

  it('[SP113] any other error stays unchanged', () => {
    const error = errorOf('EIO');
    expect(fileFailure(error, '/srv/voices', 'Try again.')).toBe(error);
  });
});
