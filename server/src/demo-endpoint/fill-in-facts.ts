export type Facts = Readonly<Record<string, string | undefined>>;

const optionalPart = String.raw`\{([^{}$]*)\$(\w+)([^{}$]*)\}`;
// slow-regex: it reads our own texts.
const placeholders = new RegExp(String.raw`${optionalPart}|\$(\w+)`, 'g');

/** Fills facts into a text. "Hello{, $name}!" becomes "Hello, Ada!", or "Hello!" if the name is unknown. */
export const fill = (text: string, facts: Facts): string =>
  text.replaceAll(placeholders, (_, before = '', optional, after = '', required) => {
    const fact = facts[optional ?? required] ?? '';
    return fact === '' ? '' : `${before}${fact}${after}`;
  });
