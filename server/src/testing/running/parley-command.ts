import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { plainEnvironment } from '../plain-environment.ts';
import { parleyProgram } from './programs.ts';

export type CommandResult = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs the command line against the service of a data folder, like a person in a shell. */
export const parleyCommand = async (
  dataDir: string,
  words: readonly string[],
  input = '',
): Promise<CommandResult> => {
  const child = spawn(process.execPath, [parleyProgram, ...words], {
    env: { ...plainEnvironment(), DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
};
