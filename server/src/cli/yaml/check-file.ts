import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { UsageError } from '../command.ts';
import { type FileFault, faultsOf } from './file-faults.ts';
import type { FileLines } from './yaml-file.ts';

/** The library stops after eight errors. A file may have more mistakes. */
const maxErrors = 500;

/** Makes a function that refuses content which is not of this schema, with all its faults and their lines. */
export function fileCheck<S extends TSchema>(
  schema: S,
  moreFaults: (content: unknown) => readonly FileFault[] = () => [],
): (content: unknown, places: FileLines) => Static<S> {
  const compiled = Compile(schema);
  const errorsOf = (content: unknown): FileFault[] => {
    const { maxErrors: usual } = Settings.Get();
    Settings.Set({ maxErrors });
    const faults = faultsOf(schema, compiled.Errors(content));
    Settings.Set({ maxErrors: usual });
    return faults;
  };
  return (content, places) => {
    const faults = moreFaults(content);
    if (compiled.Check(content) && faults.length === 0) return content;
    throw new UsageError(faultTexts(content, [...errorsOf(content), ...faults], places));
  };
}

function faultTexts(content: unknown, faults: readonly FileFault[], { name, lineOf }: FileLines): string {
  const lines = faults.map(({ path, problem }) => {
    const line = lineOf(path);
    return { line: line ?? 0, text: `${name}${lineText(line)}: ${pathText(content, path)}${problem}` };
  });
  return lines
    .toSorted((a, b) => a.line - b.line)
    .map(({ text }) => text)
    .join('\n');
}

export const lineText = (line: number | null): string => (line === null ? '' : `, line ${line}`);

/** `/avatars/0/greeting` → `avatars, Sales, greeting: `. */
function pathText(content: unknown, path: string): string {
  const words: string[] = [];
  let value = content;
  for (const part of path.split('/').slice(1)) {
    value = (value as Record<string, unknown> | undefined)?.[part];
    const { name } = (value ?? {}) as { name?: unknown };
    words.push(/^\d+$/.test(part) ? (typeof name === 'string' ? name : `number ${Number(part) + 1}`) : part);
  }
  return words.length === 0 ? '' : `${words.join(', ')}: `;
}
