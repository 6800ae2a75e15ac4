import { describe, expect, it } from 'vitest';
import { checkRedirectUris } from './redirect-uri.ts';

describe('redirect URIs', () => {
  it.each([
    'https://partner.example.com/back',
    'https://partner.example.com',
    'https://partner.example.com:8443/back?from=parley&x=%2F',
    'http://localhost:3000/back',
    'http://127.0.0.1/back',
    'http://127.5.5.5:9/back',
    'http://[::1]:3000/back',
  ])('%s is kept letter by letter', (uri) => {
    expect(checkRedirectUris([uri])).toEqual([uri]);
  });

  it.each([
    ['http://partner.example.com/back', /start with https/],
    ['http://localhost.evil.example.com/back', /start with https/],
    ['http://127.0.0.1.evil.example.com/back', /start with https/],
    ['http://10.0.0.1/back', /start with https/],
    ['https://partner.example.com/back#', /fragment/],
    ['https://partner.example.com/back#a', /fragment/],
    ['https://user:pass@partner.example.com/', /user name/],
    ['https://*.example.com/back', /wildcards/],
    ['com.example.app:/back', /write an address/],
    ['javascript:alert(1)', /write an address/],
    ['/back', /write an address/],
    ['', /write an address/],
    ['https:partner.example.com/back', /write an address/],
    ['https://partner.example.com/a b', /write an address/],
    ['https://partner.example.com/\u00e4', /write an address/],
    [`https://partner.example.com/${'a'.repeat(2048)}`, /at most 2048/],
  ])('%s is refused', (uri, reason) => {
    expect(() => checkRedirectUris(['https://partner.example.com/', uri])).toThrow(reason);
  });

  it('are one to twenty, each once', () => {
    expect(() => checkRedirectUris([])).toThrow(/at least one/);
    const many = Array.from({ length: 21 }, (_, i) => `https://partner.example.com/${i}`);
    expect(() => checkRedirectUris(many)).toThrow(/at most 20/);
    expect(checkRedirectUris(['https://a.example.com', ' https://a.example.com '])).toEqual([
      'https://a.example.com',
    ]);
  });
});
