import { expect } from 'vitest';
import { runCommand } from '../run.ts';
import type { ServiceLocation } from '../service.ts';

/** Runs `parley` commands in this process. */
export function commandLine(dataDir: () => string, env: () => ServiceLocation['env'] = () => ({})) {
  const run = async (words: readonly string[]) => {
    let [stdout, stderr] = ['', ''];
    const code = await runCommand(words, {
      dataDir: dataDir(),
      env: env(),
      write: (text) => {
        stdout += text;
      },
      writeError: (text) => {
        stderr += text;
      },
    });
    return { code, stdout, stderr };
  };
  const succeed = async (line: string, words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(words);
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
    return stdout;
  };
  return {
    run,
    async json<T>(line: string, ...more: string[]): Promise<T> {
      return JSON.parse(await succeed(line, [...line.split(' '), ...more, '--json'])) as T;
    },
    text: (line: string): Promise<string> => succeed(line, line.split(' ')),
    /** The one line that a refused command prints. */
    async refused(line: string): Promise<string> {
      const { code, stdout, stderr } = await run(line.split(' '));
      expect({ line, code, stdout }).toEqual({ line, code: 1, stdout: '' });
      expect(stderr).toMatch(/^[^\n]+\n$/);
      return stderr.trim();
    },
  };
}
