import { expect, it } from 'vitest';
import { keepCompiled } from './compiled.mjs';

it('keeps what was compiled beside the built pages, unless somebody has another place for it', () => {
  const env = {};
  keepCompiled('/parley', env);
  expect(env).toEqual({ NODE_COMPILE_CACHE: '/parley/build/compiled' });
  const set = { NODE_COMPILE_CACHE: '/elsewhere' };
  keepCompiled('/parley', set);
  expect(set).toEqual({ NODE_COMPILE_CACHE: '/elsewhere' });
});
