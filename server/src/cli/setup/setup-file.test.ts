import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSetup, formatSetup, parseYaml } from './setup-file.ts';

const read = (text: string) => checkSetup(parseYaml(text, 'file.yaml'), 'file.yaml');

const nine = (alias: string) => `[${Array(9).fill(alias).join(', ')}]`;
const bomb = `a: &a ${nine('x')}\nb: &b ${nine('*a')}\nc: &c ${nine('*b')}\nd: &d ${nine('*c')}\n`;

describe('a set-up file', () => {
  test('may be empty, or have a single section', () => {
    expect(read('')).toEqual({});
    expect(read('# nothing\n')).toEqual({});
    expect(read('keys: []')).toEqual({ keys: [] });
  });

  test('refers to the n-th thing of a name', () => {
    const setup = read('avatars: [{ name: Ada, webhook: { name: Orders, nth: 2 } }]');
    expect(setup.avatars).toEqual([{ name: 'Ada', webhook: { name: 'Orders', nth: 2 } }]);
  });

  test.each([
    ['avatars:\n  - name: Ada\n name: Bo\n', /^file.yaml, line 3, column \d+: /],
    ['a: 1\na: 2\n', /line 2.*unique/],
    ['avatars: 7', /^file.yaml: avatars: must be array\.$/],
    ['colour: red', /^file.yaml: colour: there is no such setting\.$/],
    [
      'avatars: [{ name: Ada, greting: Hi }]',
      /^file.yaml: avatars, Ada, greting: there is no such setting\.$/,
    ],
    ['avatars: [{ name: Ada, private: perhaps }]', /^file.yaml: avatars, Ada, private: must be boolean\.$/],
    ['avatars: [{ name: Ada, webhookId: whk_1 }]', /webhookId: there is no such setting/],
    ['avatars: [{ greeting: Hi }]', /^file.yaml: avatars, number 1: .*name/],
    ['members: [{ email: a@example.com, role: boss }]', /^file.yaml: members, number 1, role: /],
    ['- name: Ada', /^file.yaml: must be object\.$/],
    ['avatars: &all [*all]', /^file.yaml: an alias contains itself/],
    [bomb, /^file.yaml: .*the aliases are too large/],
    [
      'members: [{ email: A@example.com, role: owner }, { email: a@example.com, role: member }]',
      /^file.yaml: members: a@example.com is listed more than once\.$/,
    ],
  ])('%j is refused with its place', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow(/\n/);
  });

  test('texts survive YAML, whatever they look like', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\n', ' ', '\t', '-', ':', '#', '"', "'", 'a', '|', '>') }),
      fc.constantFrom('no', 'null', '~', '1e3', '0x1f', '2026-01-31', '<<', '=', 'true', '\u2028', '\r\n'),
    );
    fc.assert(
      fc.property(text, text, (name, modelPrompt) => {
        const setup = { avatars: [{ name, modelPrompt }] };
        expect(parseYaml(formatSetup(setup), 'file.yaml')).toEqual(setup);
      }),
      { numRuns: 2_000 },
    );
  });
});
