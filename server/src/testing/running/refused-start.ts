import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../free-port.ts';
import { plainEnvironment } from '../plain-environment.ts';
import { serviceProgram } from './programs.ts';

export type RefusedStart = { readonly code: number | null; readonly lines: readonly string[] };

/**
 * Runs a service that must refuse to start, until it ends. It cleans nothing up: the folder may belong to another
 * service, and a refused start leaves nothing behind.
 */
export const refusedStart = async (env: Readonly<Record<string, string>>): Promise<RefusedStart> => {
  const port = String(await freePort());
  const child = spawn(process.execPath, [serviceProgram], {
    env: { ...plainEnvironment(), PORT: port, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, lines: output.trimEnd().split('\n') };
};
