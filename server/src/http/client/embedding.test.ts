import { expect, it } from 'vitest';
import { isFromOtherPage } from './embedding.ts';

const host = 'talk.example.com';
const frame = { host, 'sec-fetch-dest': 'iframe' };

it.each([
  ['a frame in a page of another site', { ...frame, 'sec-fetch-site': 'cross-site' }, true],
  ['a frame in a page of another port', { ...frame, 'sec-fetch-site': 'same-site' }, true],
  ['the preview in the dashboard', { ...frame, 'sec-fetch-site': 'same-origin' }, false],
  ['a link on another site', { host, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }, false],
  ['the SDK in another page', { host, origin: 'https://shop.example' }, true],
  ['the SDK in a file', { host, origin: 'null' }, true],
  ['the SDK in our page', { host, origin: `https://${host}` }, false],
  ['a program', { host }, false],
])('%s', (_what, headers, isOther) => {
  expect(isFromOtherPage({ headers })).toBe(isOther);
});
