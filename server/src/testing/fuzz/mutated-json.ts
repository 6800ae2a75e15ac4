import fc from 'fast-check';

/** Written as text, because JSON.stringify would never write some of these. */
export const oddities: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  '-1e999',
  '1e306',
  '""',
  '"\\u0000\\ud800"',
  '[]',
  '{}',
  '[null]',
  '[[[[[[]]]]]]',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"length":1e9},"constructor":1}',
  `"${'a b'.repeat(20_000)}"`,
  `[${'1,'.repeat(5_000)}1]`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
];

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|\[\]|\{\}/g;

/** The JSON of a real message in which some names and values are replaced by odd ones. */
export const mutatedJson = (sample: unknown): fc.Arbitrary<string> => {
  const text = JSON.stringify(sample);
  const parts = [...text.matchAll(token)].map(({ 0: part, index }) => ({
    from: index,
    to: index + part.length,
  }));
  const replacement = fc.tuple(fc.nat(Math.max(0, parts.length - 1)), fc.constantFrom(...oddities));
  return fc.array(replacement, { maxLength: 4 }).map((replacements) => {
    const byPart = new Map(replacements);
    let mutated = '';
    let at = 0;
    for (const [index, { from, to }] of parts.entries()) {
      const odd = byPart.get(index);
      if (odd === undefined) continue;
      mutated += text.slice(at, from) + odd;
      at = to;
    }
    return mutated + text.slice(at);
  });
};
