import { describe, expect, test } from 'vitest';
import { customServicePrefix } from '../reading/names.ts';
import { readMarkup } from '../speech/read-markup.ts';
import { parseServiceTag } from './parse-service-tag.ts';
import { emotions, gestures, lookTargets, serviceTags } from './service-tags.ts';
import { eventNameProblem, tagNameProblem } from './tag-registration.ts';

function parse(text: string) {
  const segment = readMarkup(text)[0];
  if (segment?.kind !== 'service') throw new Error(`no service tag in ${text}`);
  return parseServiceTag(segment.tag);
}

describe('the table', () => {
  test.each(serviceTags)(
    '[MK24] the example of $name parses and uses only documented attributes',
    ({ example, attributes }) => {
      expect(parse(example)).toMatchObject({ ok: true });
      const segment = readMarkup(example)[0];
      const used = segment?.kind === 'service' ? [...segment.tag.attributes.keys()] : [];
      expect(attributes.map(({ name }) => name)).toEqual(expect.arrayContaining(used));
    },
  );

  test.each([
    ['svc-gesture', gestures],
    ['svc-emotion', emotions],
    ['svc-look', lookTargets],
  ])('[MK24] the entry of %s lists every choice', (name, choices) => {
    const entry = serviceTags.find((each) => each.name === name);
    expect(entry?.attributes[0]?.values).toBe(choices.join(', '));
  });

  const needy = serviceTags.filter(({ name }) => name !== 'svc-request-person');
  test.each(needy)('[MK24] $name says what is missing', ({ name }) => {
    expect(parse(`<${name}/>`)).toEqual({ ok: false, problem: expect.stringContaining(name) });
  });
});

describe('parsing', () => {
  test.each([
    ['<svc-gesture name="NOD" times="9"/>', { kind: 'gesture', gesture: 'nod', times: 5 }],
    ['<svc-emotion name=" happy " intensity=".4"/>', { kind: 'emotion', emotion: 'happy', intensity: 0.4 }],
    ['<svc-emotion name="sad" intensity="-3"/>', { kind: 'emotion', emotion: 'sad', intensity: 0 }],
    ['<svc-look at="up"/>', { kind: 'look', at: 'up' }],
    ['<svc-pause ms="250"/>', { kind: 'pause', ms: 250 }],
    ['<svc-pause time="1.5s"/>', { kind: 'pause', ms: 1500 }],
    ['<svc-pause time="60s"/>', { kind: 'pause', ms: 10_000 }],
    ['<svc-background color="#ABCDEF"/>', { kind: 'background', color: '#abcdef' }],
    ['<svc-background color="default"/>', { kind: 'background', color: 'default' }],
    ['<svc-language name=" de-AT "/>', { kind: 'language', language: 'de-AT' }],
    ['<svc-request-person/>', { kind: 'request-person', reason: '' }],
    [
      `<svc-request-person reason=" ${'é'.repeat(400)}"/>`,
      { kind: 'request-person', reason: 'é'.repeat(300) },
    ],
    [
      '<svc-register-tag ssml-tag="Card" event="card:Shown"/>',
      { kind: 'register-tag', tagName: 'card', event: 'card:Shown' },
    ],
  ])('[MK24] %s', (text, command) => expect(parse(text)).toEqual({ ok: true, command }));

  test.each([
    ['<svc-gesture name="dance"/>', 'nod'],
    ['<svc-gesture name="nod" times="often"/>', 'times'],
    ['<svc-emotion name="happy" intensity="1e3"/>', 'intensity'],
    ['<svc-pause ms="soon"/>', 'ms'],
    ['<svc-background color="url(http://x)"/>', 'colour'],
    ['<svc-background color="red;x:y"/>', 'colour'],
    ['<svc-language name="German please"/>', 'language'],
    ['<svc-fly/>', 'svc-fly'],
    ['<svc-register-tag ssml-tag="svc-gesture" event="e"/>', 'tag of the service'],
    ['<svc-register-tag ssml-tag="card" event="a b"/>', 'event'],
  ])('[MK24] refused: %s', (text, part) => {
    expect(parse(text)).toEqual({ ok: false, problem: expect.stringContaining(part) });
  });
});

describe('registration', () => {
  test.each(['svc-custom-rest-json', 'SVC-CUSTOM-x', 'card', 'my:card', '_x', 'b'])(
    '[MK25] allowed: %s',
    (name) => {
      expect(tagNameProblem(name)).toBeUndefined();
    },
  );

  test.each([
    ...serviceTags.map(({ name }) => name),
    'Svc-Gesture',
    'svc-other',
    'svc-',
    customServicePrefix,
    'break',
    'SPEAK',
    '',
    '3d',
    'a b',
    '<a>',
    'x'.repeat(65),
  ])('[MK25] refused: %s', (name) => expect(tagNameProblem(name)).toBeTypeOf('string'));

  test('[MK25] event names', () => {
    expect(eventNameProblem('order.created:v1')).toBeUndefined();
    for (const name of ['', '1a', 'a b', 'a"', 'x'.repeat(129)])
      expect(eventNameProblem(name)).toBeTypeOf('string');
  });
});
