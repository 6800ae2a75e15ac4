import fc from 'fast-check';

// biome-ignore format: one fragment per line would not be clearer
const fragments = [
  '<', '</', '>', '/>', '<!--', '-->', '<![CDATA[', ']]>', '<?x', '"', "'", '\\', '=', '&', ';', '&amp;',
  '&#65;', '&quot;', ' ', '\n', '\t', '. ', '! ', '? ', '...', '。', '」', 'Dr. ', 'e.g. ', '3.14', 'a',
  'Word ', 'two words', '1', '-', '😀', '\ud83d', '\0', 'svc-', '<svc-', '</SVC-', '<Svc-x', '<svc-a b="c"',
  '<svc-pause ms="1"/>', 's', 'v', 'c-', '<break/>', '<break time="1s"', '<p>', '</p>', '<s>', '</s>',
  '<prosody rate="slow">', '</prosody>', '<emphasis>', '</emphasis>', '<sub alias="x y">', '</sub>',
  '<say-as interpret-as="date">', '</say-as>', '<mark name="m"/>', '<b>', '</b>', '<br>',
  '<card json=\'{"a":">"}\'/>', '<card x="', "<card x='", '<z ', ' q=r', '<voice name="v">', '</voice>',
];

/** Text made of the pieces that break parsers. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...fragments) },
      { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** A text, split at random positions. */
export const tornText = fc.tuple(hostileText, fc.array(fc.nat(), { maxLength: 12 })).map(([text, places]) => {
  const cuts = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return { text, pieces: cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut)) };
});
