// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders look like this
import { UsageError } from '../command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** `$${` is the text `${`. Everything else that begins with `${` must be a placeholder. */
const marks = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{/g;

/** Replaces the placeholders in every text of a file. Names all variables that are missing. */
export function fillIn(file: unknown, env: Environment): unknown {
  const missing = new Set<string>();
  const fillText = (text: string): string =>
    text.replace(marks, (mark: string, name: string | undefined) => {
      if (mark === '$${') return '${';
      if (name === undefined)
        throw new UsageError(
          `"${text.slice(0, 60)}" has a \${ that is not a placeholder. Write $\${ for the text \${.`,
        );
      const value = env[name];
      if (value === undefined) missing.add(name);
      return value ?? '';
    });
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
  };
  const filled = fill(file);
  if (missing.size > 0)
    throw new UsageError(
      `The file needs these environment variables, which are not set: ${[...missing].join(', ')}.`,
    );
  return filled;
}

/** Takes the place of a secret in the file. */
export class Placeholder {
  readonly text: string;

  constructor(variable: string) {
    this.text = `\${${variable}}`;
  }
}

/** Values as they are in the file: texts that look like placeholders are escaped. */
export function written(value: unknown): unknown {
  if (value instanceof Placeholder) return value.text;
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, written(inner)]));
}

/** Makes placeholders. Things whose names differ only in punctuation get a number, so that each has its own. */
export function placeholders(): (...words: readonly string[]) => Placeholder {
  const given = new Set<string>();
  return (...words) => {
    const parts = words.map((word) =>
      word
        .toUpperCase()
        .split(/[^A-Z0-9]+/)
        .filter((part) => part !== '')
        .join('_'),
    );
    const name = ['PARLEY', ...parts.filter((part) => part !== '')].join('_');
    let unique = name;
    for (let number = 2; given.has(unique); number++) unique = `${name}_${number}`;
    given.add(unique);
    return new Placeholder(unique);
  };
}
