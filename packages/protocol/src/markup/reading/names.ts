export const servicePrefix = 'svc-';
export const customServicePrefix = 'svc-custom-';

/** Elements that say how the words inside them are spoken. */
const stylingNames: ReadonlySet<string> = new Set(
  'speak prosody emphasis say-as sub phoneme voice lang'.split(' '),
);

const ssmlNames: ReadonlySet<string> = new Set([...stylingNames, 'p', 's', 'break', 'mark']);

/** Elements whose content is one unit of speech. If it were cut, it would be spoken wrongly. */
export const indivisibleNames: readonly string[] = ['say-as', 'sub', 'phoneme'];

const paragraphNames: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol table blockquote pre hr section article'.split(' '),
);

const sentenceNames: ReadonlySet<string> = new Set('s li br tr td th'.split(' '));

const inlineNames: ReadonlySet<string> = new Set(
  'a b i u em strong small big span font code kbd tt q cite del ins sup abbr img'.split(' '),
);

/** Formatting whose words are shown and not spoken. */
export const codeName = 'code';

export type BoundaryLevel = 'sentence' | 'paragraph';

export function isServiceName(name: string): boolean {
  return name.slice(0, servicePrefix.length).toLowerCase() === servicePrefix;
}

export function isSsmlName(name: string): boolean {
  return ssmlNames.has(name);
}

export function isStylingName(name: string): boolean {
  return stylingNames.has(name);
}

/** HTML formatting, which language models often write. It is not spoken. With `json` it is a custom tag. */
export function isFormattingName(name: string): boolean {
  return inlineNames.has(name) || (boundaryLevel(name) !== undefined && !isSsmlName(name));
}

/** Formatting of words that may go on over several sentences. */
export function isInlineFormattingName(name: string): boolean {
  return inlineNames.has(name);
}

export function boundaryLevel(name: string): BoundaryLevel | undefined {
  if (paragraphNames.has(name)) return 'paragraph';
  return sentenceNames.has(name) ? 'sentence' : undefined;
}
