export const gestures = ['nod', 'shake', 'tilt', 'shrug', 'wink', 'raise-brows'] as const;
export const emotions = ['neutral', 'happy', 'sad', 'surprised', 'concerned', 'thinking'] as const;
export const lookTargets = ['user', 'left', 'right', 'up', 'down', 'away'] as const;

export type Gesture = (typeof gestures)[number];
export type Emotion = (typeof emotions)[number];
export type LookTarget = (typeof lookTargets)[number];

export interface ServiceTagAttribute {
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, described for the documentation. */
  readonly values: string;
  readonly default?: string;
  readonly meaning: string;
}

export interface ServiceTagEntry {
  readonly name: string;
  readonly meaning: string;
  readonly attributes: readonly ServiceTagAttribute[];
  readonly example: string;
}

/** Every tag that the service understands. docs/tags.md is generated from this table. */
export const serviceTags = [
  {
    name: 'svc-register-tag',
    meaning: 'Sent by the page. From now on a tag of this name in a reply raises a DOM event on the page.',
    attributes: [
      {
        name: 'ssml-tag',
        required: true,
        values: 'a tag name: `svc-custom-…`, or any name that is neither SSML nor begins with `svc-`',
        meaning: 'The tag to listen for.',
      },
      {
        name: 'event',
        required: true,
        values: 'an event name: a letter, then letters, digits and `_ - . :`, at most 128',
        meaning: "The event's name; its `detail` is the tag's `json`.",
      },
    ],
    example: '<svc-register-tag ssml-tag="svc-custom-card" event="card"/>',
  },
  {
    name: 'svc-gesture',
    meaning: 'The avatar makes a gesture when its speech reaches the tag.',
    attributes: [
      { name: 'name', required: true, values: gestures.join(', '), meaning: 'Which gesture.' },
      { name: 'times', required: false, values: '1 to 5', default: '1', meaning: 'How often.' },
    ],
    example: '<svc-gesture name="nod"/>',
  },
  {
    name: 'svc-emotion',
    meaning: 'The face shows an emotion from here until the next such tag or the end of the reply.',
    attributes: [
      { name: 'name', required: true, values: emotions.join(', '), meaning: 'Which emotion.' },
      { name: 'intensity', required: false, values: '0 to 1', default: '1', meaning: 'How strongly.' },
    ],
    example: '<svc-emotion name="happy" intensity="0.6"/>',
  },
  {
    name: 'svc-look',
    meaning: 'The avatar looks somewhere until the next such tag or the end of the reply.',
    attributes: [
      {
        name: 'at',
        required: true,
        values: lookTargets.join(', '),
        meaning: 'Where. The default is `user`.',
      },
    ],
    example: '<svc-look at="left"/>',
  },
  {
    name: 'svc-pause',
    meaning:
      'The avatar is silent but stays attentive. Needs `ms` or `time`. If both are there, `ms` counts.',
    attributes: [
      { name: 'ms', required: false, values: '0 to 10000', meaning: 'The length in milliseconds.' },
      {
        name: 'time',
        required: false,
        values: 'such as `500ms` or `1.5s`',
        meaning: 'The length with a unit.',
      },
    ],
    example: '<svc-pause ms="500"/>',
  },
  {
    name: 'svc-background',
    meaning: 'Changes the colour behind the avatar.',
    attributes: [
      {
        name: 'color',
        required: true,
        values: '`#rgb`, `#rrggbb`, each also with alpha, a CSS colour name, `transparent`, or `default`',
        meaning: 'The colour. `default` restores the configured one.',
      },
    ],
    example: '<svc-background color="#203040"/>',
  },
] as const satisfies readonly ServiceTagEntry[];

export type ServiceTagName = (typeof serviceTags)[number]['name'];

export function isServiceTagName(name: string): name is ServiceTagName {
  return serviceTags.some((entry) => entry.name === name);
}
