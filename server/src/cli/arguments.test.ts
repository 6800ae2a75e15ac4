import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { UsageError } from './command.ts';
import { commandHelp, helpText, nounHelp } from './help.ts';
import { accountCommands } from './nouns/account.ts';
import { avatarCommands } from './nouns/avatar/avatar.ts';
import { keyCommands } from './nouns/key.ts';
import { textRecord, textTable } from './table.ts';

const commands = [...accountCommands, ...avatarCommands, ...keyCommands];
const read = (...words: string[]) => readArguments(words, commands);

describe('the words of a command', () => {
  it('give the command, its flags and its target', () => {
    const { command, flags, target, json } = read(
      'avatar',
      'update',
      '1001',
      '--name',
      'Ada',
      '--private',
      '--json',
    );
    expect(`${command.noun} ${command.verb}`).toBe('avatar update');
    expect(flags).toEqual({ name: 'Ada', private: true });
    expect({ target, json }).toEqual({ target: '1001', json: true });
  });

  it('may have flags in any order and form', () => {
    const { flags, target } = read(
      'avatar',
      'update',
      '--name=Ada Lovelace',
      '--no-private',
      '1001',
      '--no-transcript',
    );
    expect(flags).toEqual({ name: 'Ada Lovelace', private: false, transcript: false });
    expect(target).toBe('1001');
  });

  it.each([
    ['a,b', ['a', 'b']],
    [' a , b ,', ['a', 'b']],
    ['a', ['a']],
    ['', []],
  ])('split the list "%s"', (text, list) => {
    expect(read('key', 'create', '--name', 'k', '--permissions', text).flags.permissions).toEqual(list);
  });

  it.each(['=-1', ' -1'])('take -1 as the value of a flag, written --max-session-duration%s', (text) => {
    const words = `avatar update 1001 --max-session-duration${text}`.split(' ');
    expect(read(...words).flags).toEqual({ 'max-session-duration': '-1' });
  });

  it('take "-" as the value of a flag', () => {
    expect(read('avatar', 'update', '1001', '--endpoint-key', '-').flags).toEqual({ 'endpoint-key': '-' });
  });

  it('leave plain text as it is', () => {
    const name = 'O’Brien, "the" $(rm -rf) ünï=code';
    expect(read('account', 'create', '--name', name, '--email', 'a@b').flags.name).toBe(name);
  });

  it.each([
    [['avatr', 'list'], /no command "avatr".*account, avatar, key/],
    [
      ['avatar', 'make'],
      /"avatar" has no verb "make".*create, list, show, update, duplicate, brains, promote, delete/,
    ],
    [['avatar'], /"avatar" needs a verb.*create/],
    [['avatar', 'show'], /AVATAR is missing\. Run: parley avatar show AVATAR/],
    [['avatar', 'show', '1', '2'], /"2" is not expected here/],
    [['avatar', 'list', '7'], /"7" is not expected here/],
    [['avatar', 'create'], /--name is missing/],
    [['account', 'create', '--name', 'A'], /--email is missing/],
    [['key', 'create', '--name', 'k'], /--permissions is missing.*read_avatars/],
    [['avatar', 'list', '--colour', 'red'], /no flag --colour\. It has: --account --limit --json\. .*--help/],
    [['avatar', 'create', '--name'], /--name.*argument missing.*"parley avatar create --help"/],
    [['avatar', 'create', '--name', '--private'], /--name.*--help/],
    [['avatar', 'update', '1', '--private=yes'], /--private.*--help/],
    [['avatr', 'list'], /Did you mean "avatar"\?/],
    [['avatar', 'creat'], /Did you mean "create"\?/],
    [['avatar', 'lsit'], /Did you mean "list"\?/],
    [['avatar', 'create', '--greting', 'Hi'], /no flag --greting\. Did you mean "--greeting"\?/],
    [['avatar', 'create', '--end', 'Hi'], /Did you mean "--endpoint"\?/],
  ])('%j are refused with a line that says what is possible', (words, message) => {
    const reading = () => read(...words);
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(message);
    expect(reading).not.toThrow(/\n/);
  });
});

describe('the help', () => {
  it('has a line for every command', () => {
    const lines = helpText(commands).split('\n');
    for (const command of commands) {
      const name = `  ${command.noun} ${command.verb}`;
      expect(
        lines.filter((line) => line.startsWith(`${name} `) && line.endsWith(command.about)),
      ).toHaveLength(1);
    }
  });

  it('of one noun lists only its commands', () => {
    const text = nounHelp(keyCommands);
    expect(text).toContain('  key create');
    expect(text).not.toContain('avatar create');
  });

  it('of one command has a line for each of its flags, and nothing about others', () => {
    for (const command of commands) {
      const lines = commandHelp(command).split('\n');
      expect(lines[0]).toContain(`parley ${command.noun} ${command.verb}`);
      for (const [name, flag] of Object.entries(command.flags)) {
        const [line = '', ...more] = lines.filter((text) => new RegExp(`^  --${name}( |$)`).test(text));
        expect(line).toContain(flag.about);
        expect(more).toEqual([]);
      }
      expect(lines.filter((line) => line.startsWith('  --'))).toHaveLength(
        Object.keys(command.flags).length + 1,
      );
    }
  });
});

describe('tables', () => {
  it('line up in columns without trailing blanks', () => {
    expect(
      textTable({ ID: 'id', NAME: ({ name }) => name.toUpperCase() }, [
        { id: 1, name: 'Ada' },
        { id: 1000, name: '' },
      ]),
    ).toBe('ID    NAME\n1     ADA\n1000  -');
    expect(textTable({ ID: 'id' }, [])).toBe('none');
  });

  it('show a single record as one line per field', () => {
    const record = { id: 1, origins: ['a', 'b'], none: null, empty: [], more: { a: 1 }, createdAt: 0, at: 1 };
    expect(textRecord(record).split('\n')).toEqual([
      'id         1',
      'origins    a, b',
      'none       -',
      'empty      -',
      'more       {"a":1}',
      'createdAt  1970-01-01T00:00:00.000Z',
      'at         1970-01-01T00:00:00.001Z',
    ]);
  });
});
