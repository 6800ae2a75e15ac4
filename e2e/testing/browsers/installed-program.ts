import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'vitest';

/** The path of a program. If it is not installed, the test is skipped with the reason. */
export function installedProgram({ skip }: Pick<TestContext, 'skip'>, ...names: readonly string[]): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  return found ?? skip(`${names.join(' or ')} is not installed`);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
