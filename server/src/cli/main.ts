import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { terminalText } from '../kernel/index.ts';
import { runCommand } from './run.ts';

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));
const dataDir = process.env.DATA_DIR?.trim() || 'data';

process.exitCode = await runCommand(process.argv.slice(2), {
  dataDir: isAbsolute(dataDir) ? dataDir : join(projectFolder, dataDir),
  env: process.env,
  write: (text) => void process.stdout.write(terminalText(text)),
  writeError: (text) => void process.stderr.write(terminalText(text)),
});
