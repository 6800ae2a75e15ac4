export const SERVICE_PREFIX = 'svc-';
export const CUSTOM_SERVICE_PREFIX = 'svc-custom-';

/** Elements that say how the words inside them are spoken. */
const STYLING_NAMES: ReadonlySet<string> = new Set(
  'speak prosody emphasis say-as sub phoneme voice lang'.split(' '),
);

const SSML_NAMES: ReadonlySet<string> = new Set([...STYLING_NAMES, 'p', 's', 'break', 'mark']);

/** Elements whose content is one unit of speech: cutting it would speak it wrongly. */
export const INDIVISIBLE_NAMES: readonly string[] = ['say-as', 'sub', 'phoneme'];

const PARAGRAPH_NAMES: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol table blockquote pre hr section article'.split(' '),
);

const SENTENCE_NAMES: ReadonlySet<string> = new Set('s li br tr td th'.split(' '));

const INLINE_NAMES: ReadonlySet<string> = new Set(
  'a b i u em strong small big span font code kbd tt q cite del ins sup abbr img'.split(' '),
);

export type BoundaryLevel = 'sentence' | 'paragraph';

export function isServiceName(name: string): boolean {
  return name.slice(0, SERVICE_PREFIX.length).toLowerCase() === SERVICE_PREFIX;
}

export function isSsmlName(name: string): boolean {
  return SSML_NAMES.has(name);
}

export function isStylingName(name: string): boolean {
  return STYLING_NAMES.has(name);
}

/** Page formatting that language models like to write: never heard, and no customer's tag unless it carries `json`. */
export function isFormattingName(name: string): boolean {
  return INLINE_NAMES.has(name) || (boundaryLevel(name) !== undefined && !isSsmlName(name));
}

export function boundaryLevel(name: string): BoundaryLevel | undefined {
  if (PARAGRAPH_NAMES.has(name)) return 'paragraph';
  return SENTENCE_NAMES.has(name) ? 'sentence' : undefined;
}
