import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { plainEnvironment, temporaryFolder } from '../../../server/src/testing/index.ts';

const program = fileURLToPath(new URL('../../../examples/partner/partner.ts', import.meta.url));

/** The sample partner application in its own process. `secrets` is the text of its file. */
export async function startPartnerApp(options: { parleyUrl: string; port: number; secrets: string }) {
  await using undo = new AsyncDisposableStack();
  const folder = undo.use(await temporaryFolder('partner'));
  const file = join(folder.path, 'partner.json');
  await writeFile(file, options.secrets);
  const env = { ...plainEnvironment(), PARLEY_URL: options.parleyUrl, PARTNER_PORT: String(options.port) };
  const child = spawn(process.execPath, [program, file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  undo.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const received: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.startsWith('Sample partner at')) resolve();
      if (line.startsWith('Received')) received.push(line);
      if (line.startsWith('Refused')) complaints += `${line}\n`;
    });
    void ended.then(() => reject(new Error(`the application ended: ${complaints}`)));
  });
  await ready;
  const kept = undo.move();
  return {
    url: `http://localhost:${options.port}`,
    /** One line for each event whose two proofs were right. */
    received,
    /** Errors, and requests without the right proofs. */
    complaints: () => complaints,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
