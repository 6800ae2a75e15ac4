import fc from 'fast-check';
import { expect, it } from 'vitest';
import { webOrigin } from '../../kernel/index.ts';
import { pagePolicy } from './web-routes.ts';

const base = 'https://talk.example.com';
const directives = [
  'default-src',
  'connect-src',
  'img-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
];
const namesOf = (policy: string) => policy.split(';').map((rule) => rule.trim().split(' ')[0]);
const ancestorsOf = (policy: string) => policy.split('frame-ancestors ')[1];

it('[HT24] an embed origin names a page that may frame the avatar', () => {
  expect(pagePolicy(base, undefined, 'everybody')).not.toContain('frame-ancestors');
  expect(ancestorsOf(pagePolicy(base, undefined, []))).toBe("'self'");
  expect(ancestorsOf(pagePolicy(base, undefined, ['https://shop.example', 'http://localhost:3000']))).toBe(
    "'self' https://shop.example http://localhost:3000",
  );
});

it('[HT24] what was stored before origins were strict adds no rule and opens the page to no site', () => {
  for (const stored of [
    'https://a;script-src',
    'https://*',
    '*',
    'https:',
    "https://a 'unsafe-inline'",
    '',
  ]) {
    expect(ancestorsOf(pagePolicy(base, undefined, [stored])), stored).toBe("'self'");
  }
});

it('[HT24] no text, accepted as an origin or not, changes the rules of the policy', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string().map((host) => `https://${host}`),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), text, (texts, host) => {
      const accepted = texts.flatMap((given) => {
        try {
          return [webOrigin(given)];
        } catch {
          return [];
        }
      });
      for (const origins of [texts, [...accepted, 'https://a.example']]) {
        const policy = pagePolicy(base, host, origins);
        expect(namesOf(policy)).toEqual(directives);
        expect(ancestorsOf(policy)).toMatch(/^'self'( https?:\/\/[a-z0-9._:[\]-]+)*$/);
      }
    }),
  );
});

it('[HT23] lets a page connect to its WebSocket under the name by which it was opened', () => {
  expect(pagePolicy(base, 'other.example.org', 'everybody')).toContain(
    "connect-src 'self' wss://talk.example.com wss://other.example.org;",
  );
});
