import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/index.ts';
import { parseYaml } from '../yaml/yaml-file.ts';
import { checkSetup, formatSetup } from './setup-file.ts';

const read = (text: string) => {
  const file = parseYaml(text, 'file.yaml');
  return checkSetup(file.content, file);
};

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
    ['avatars: 7', /^file.yaml, line 1: avatars: must be a list\.$/],
    ['colour: red', /^file.yaml, line 1: colour: there is no such setting\.$/],
    [
      'avatars:\n  - name: Ada\n    greting: Hi\n',
      /^file.yaml, line 3: avatars, Ada, greting: there is no such setting\. Did you mean "greeting"\?$/,
    ],
    [
      'avatars: [{ name: Ada, private: perhaps }]',
      /^file.yaml, line 1: avatars, Ada, private: must be true or false\.$/,
    ],
    ['avatars: [{ name: Ada, webhookId: whk_1 }]', /webhookId: there is no such setting/],
    ['avatars: [{ greeting: Hi }]', /^file.yaml, line 1: avatars, number 1: name is missing\.$/],
    [
      'members:\n  - role: boss\n    email: a@example.com\n',
      /^file.yaml, line 2: members, number 1, role: must be one of: owner, member\.$/,
    ],
    ['avatars: [{ name: 7 }]', /name: must be a text\. Put it in quotes\.$/],
    [
      'avatars: [{ name: Ada, voice: { voise: x } }]',
      /voice, voise: there is no such setting\. Did you mean "voice"/,
    ],
    ['- name: Ada', /^file.yaml: must have fields, each on a line of its own\.$/],
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

  test('all faults are named at once, each with its line, in the order of the file', () => {
    const lines = [
      'avatar: []',
      'webhooks:',
      '  - name: Orders',
      '    url: 7',
      'avatars:',
      ...Array.from({ length: 10 }, (_, index) => `  - { name: A${index}, greting: Hi, private: yes }`),
    ];
    const message = (() => {
      try {
        return String(read(lines.join('\n')));
      } catch (error) {
        return String(error);
      }
    })();
    const named = message.split('\n').map((line) => Number(/, line (\d+): /.exec(line)?.[1]));
    expect(named).toEqual([1, 4, ...lines.slice(5).flatMap((_, index) => [index + 6, index + 6])]);
    expect(message).toContain('avatar: there is no such setting. Did you mean "avatars"?');
  });

  test('texts survive YAML, whatever they look like', () => {
    const text = fc.oneof(
      anyText(),
      fc.string({ unit: fc.constantFrom('\n', ' ', '\t', '-', ':', '#', '"', "'", 'a', '|', '>') }),
      fc.constantFrom('no', 'null', '~', '1e3', '0x1f', '2026-01-31', '<<', '=', 'true', '\u2028', '\r\n'),
    );
    fc.assert(
      fc.property(text, text, (name, modelPrompt) => {
        const setup = { avatars: [{ name, modelPrompt }] };
        expect(parseYaml(formatSetup(setup), 'file.yaml').content).toEqual(setup);
      }),
      { numRuns: 2_000 },
    );
  });
});
