import { describe, expect, test } from 'vitest';
import { readArguments } from '../../arguments.ts';
import { helpText } from '../../help.ts';
import { keyCommands } from '../key.ts';
import { talkCommands } from './talk.ts';

const commands = [...keyCommands, ...talkCommands];
const read = (...words: string[]) => readArguments(words, commands);

describe('the words of "talk"', () => {
  test('need no verb: what follows is the avatar', () => {
    expect(read('talk', '1001')).toMatchObject({ target: '1001', flags: {} });
    expect(read('talk', '--json', '1001')).toMatchObject({ target: '1001', json: true });
    expect(() => read('talk')).toThrow('AVATAR is missing. Run: parley talk AVATAR');
    expect(() => read('talk', '1', '2')).toThrow(
      '"2" is not expected here. "parley talk --help" explains the command.',
    );
  });

  test('--say may come more than once, and keeps its order and its commas', () => {
    const { flags } = read('talk', '7', '--say', 'one, two', '--name', 'Grace', '--say=help', '--say', '-5');
    expect(flags).toEqual({ say: ['one, two', 'help', '-5'], name: 'Grace' });
  });

  test('the help says so', () => {
    expect(helpText(commands)).toContain('  talk AVATAR ');
  });
});
