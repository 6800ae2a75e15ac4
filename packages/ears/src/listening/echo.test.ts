import { describe, expect, it } from 'vitest';
import { EchoMemory } from './echo.ts';

const spoken =
  'Our shop on Market Street is open from nine in the morning until six, and on Saturdays until noon.';

function during(sentence: string): EchoMemory {
  const memory = new EchoMemory();
  memory.handleSentence(sentence, 10_000);
  return memory;
}

describe('the avatar’s own voice', () => {
  it.each([
    'Our shop on Market Street is open',
    'from nine in the morning until six',
    'our shop on market streets is opened from nine',
    'street is open from 9 in the morning until six and on',
    'Saturdays',
    'until noon.',
  ])('[EA10] is recognised: %s', (heard) => {
    expect(during(spoken).isEcho(heard, 11_000, 13_000)).toBe(true);
  });

  it.each([
    'Stop',
    'Wait a moment please',
    'And on Sundays?',
    'Is the street open for cars',
    'What about the market on Friday',
  ])('[EA12] is not what the visitor says: %s', (heard) => {
    expect(during(spoken).isEcho(heard, 11_000, 13_000)).toBe(false);
  });

  it('[EA12] is not recognised in words that are far apart', () => {
    const long = `The first thing is a key. ${'Then there are many other things to see here. '.repeat(6)}A door.`;
    expect(during(long).isEcho('first see key door', 11_000, 12_000)).toBe(false);
  });

  it('[EA11] is not heard while it is silent', () => {
    const memory = during('Do you want it in red or in blue?');
    memory.handleSilence(12_000);
    expect(memory.isEcho('In blue.', 12_300, 13_000)).toBe(true);
    expect(memory.isEcho('In blue.', 13_000, 14_000)).toBe(false);
    expect(memory.overlaps(13_000, 14_000)).toBe(false);
  });

  it('[EA10] is recognised across the border of two sentences', () => {
    const memory = during('We are open until six.');
    memory.handleSentence('On Saturdays we close at noon.', 12_000);
    expect(memory.isEcho('until six on Saturdays we close', 11_500, 13_000)).toBe(true);
  });

  it('[EA10] is recognised in scripts without spaces', () => {
    expect(during('今日は天気がいいです').isEcho('天気がいい', 11_000, 12_000)).toBe(true);
    expect(during('今日は天気がいいです').isEcho('待ってください', 11_000, 12_000)).toBe(false);
  });
});
