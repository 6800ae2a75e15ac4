import { fileURLToPath } from 'node:url';
import { freePort, type RunningService } from '../../../server/src/testing/index.ts';
import { parleyCommand } from '../../../server/src/testing/running/index.ts';
import { operatorOf } from '../operator.ts';
import { startProgram } from './program.ts';
import { startVisitor } from './visitor.ts';

export const exampleFile = (path: string): string =>
  fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url));

export const endpointKey = 'choose-a-long-key';

/** Starts the program of an example that needs nothing but this repository's packages. */
export const startExample = async (path: string, env: Readonly<Record<string, string>> = {}) =>
  startProgram(exampleFile(path), await freePort(), { ENDPOINT_KEY: endpointKey, ...env });

/** A visitor asks an avatar of this endpoint. Returns what the avatar said. */
export async function askThrough(
  service: RunningService,
  endpointUrl: string,
  question: string,
  sentences = 1,
) {
  const avatarId = await operatorOf(service).avatar({ name: 'Example', endpointUrl, endpointKey });
  await using visitor = await startVisitor(service, avatarId);
  visitor.ask(question);
  await visitor.heard(sentences);
  return visitor.sentences.join(' ');
}

/** The grade of `parley check`, and its report if that is not good. */
export async function checkedBy(dataDir: string, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await parleyCommand(dataDir, words);
  return code === 0 ? 'good' : stdout + stderr;
}
