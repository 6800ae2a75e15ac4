import { expect, it } from 'vitest';
import { commandPrefix } from './command-prefix.ts';

it('repeats the settings that were used, and only the ones that matter', () => {
  const env = { PORT: '9000', DATA_DIR: ' /srv/a b ', HOST: '', SECRET_KEY: 'hidden' };
  expect(commandPrefix(env, ['DATA_DIR', 'PORT', 'HOST'])).toBe("DATA_DIR='/srv/a b' PORT=9000 ");
  expect(commandPrefix({}, ['DATA_DIR', 'PORT'])).toBe('');
});

it('quotes what a shell would interpret', () => {
  expect(commandPrefix({ DATA_DIR: "it's $HOME" }, ['DATA_DIR'])).toBe(String.raw`DATA_DIR='it'\''s $HOME' `);
});
