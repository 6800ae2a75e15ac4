import { describe, expect, it } from 'vitest';
import '../index.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('JSON that is nested deeply', () => {
  it.each([
    ['arrays', '[1,'.repeat(9_000)],
    ['objects', '{"a":1,"b":'.repeat(9_000)],
    ['arrays with strings', '["\\"]",'.repeat(9_000)],
    ['closings in between', '[[],'.repeat(9_000)],
    ['arrays and objects, neither too deep alone', '[{"a":'.repeat(501)],
    ['a whole text', nested(1_001)],
  ])('is refused like any other text that is not JSON (%s)', async (_what, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    await expect(new Response(text).json()).rejects.toThrow('nested too deeply');
  });

  it('is read up to a thousand levels, however wide it is', () => {
    expect(JSON.stringify(JSON.parse(nested(1_000)))).toBe(nested(1_000));
    const wide = `[${nested(10).concat(',').repeat(1_000)}1]`;
    expect((JSON.parse(wide) as unknown[]).length).toBe(1_001);
  });

  it('is not what brackets in a string are', () => {
    const text = `${'['.repeat(5_000)}"\\`;
    expect(JSON.parse(JSON.stringify({ text }))).toEqual({ text });
  });

  it('every other text is read as ever', () => {
    expect(JSON.parse(' [1, {"a": null}] ', (key, value) => (key === 'a' ? 2 : value))).toEqual([
      1,
      { a: 2 },
    ]);
    expect(JSON.parse(Buffer.from('7') as unknown as string)).toBe(7);
    expect(() => JSON.parse('{')).toThrow(SyntaxError);
  });
});
