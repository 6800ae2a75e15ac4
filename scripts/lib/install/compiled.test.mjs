import { expect, it } from 'vitest';
import { keepCompiled } from './compiled.mjs';

it('keeps compiled code beside the built pages, unless the environment names another folder', () => {
  const env = {};
  keepCompiled('/parley', env);
  expect(env).toEqual({ NODE_COMPILE_CACHE: '/parley/build/compiled' });
  const set = { NODE_COMPILE_CACHE: '/elsewhere' };
  keepCompiled('/parley', set);
  expect(set).toEqual({ NODE_COMPILE_CACHE: '/elsewhere' });
});
