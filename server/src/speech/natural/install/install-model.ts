import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Outbound, OutboundError, type OutboundStream } from '../../../outbound/index.ts';
import { fileFailure, InstallFailure, parleyCommand } from '../../../pip-packages/index.ts';
import { hasModel, installedFiles, type ModelVoice, modelVoices } from './voice-folder.ts';

export type ModelOptions = {
  /** The folder of all voices. */
  readonly folder: string;
  readonly name: string;
  /** The base address of the files. It ends with a slash. */
  readonly source: string;
  readonly outbound: Outbound;
  onProgress(text: string): void;
};

const maxRedirects = 5;
const limitMs = 300_000;
const idleLimitMs = 30_000;

const tryAgain = (name: string): string => `Run "${parleyCommand} voice install ${name}" to try again.`;

/** Fetches a further voice that the installed package names. Throws an InstallFailure. */
export async function installModelVoice(options: ModelOptions): Promise<'installed' | 'already there'> {
  const { folder, name, onProgress } = options;
  const files = installedFiles(folder);
  if (files === null)
    throw new InstallFailure(
      'the natural voice is not installed, and this voice needs its files',
      `Run "${parleyCommand} voice install" first.`,
    );
  const known = modelVoices(files);
  const voice = known.find((candidate) => candidate.name === name);
  if (voice === undefined)
    throw new InstallFailure(
      `there is no voice "${name}" to install`,
      `Choose from: ${known.map((candidate) => candidate.name).join(', ')}. Or give the path of a file.`,
    );
  if (hasModel(files, voice)) return 'already there';
  const partFile = files.file(`.${voice.file}.part-${process.pid}`);
  try {
    onProgress(`Fetching the voice "${name}" (${Math.round(voice.bytes / 1_000_000)} MB).`);
    await fetchModel(options, voice, partFile);
    await rename(partFile, files.file(voice.file));
    return 'installed';
  } catch (error) {
    throw fileFailure(error, folder, tryAgain(name));
  } finally {
    await rm(partFile, { force: true });
  }
}

async function fetchModel(
  { source, outbound }: ModelOptions,
  voice: ModelVoice,
  file: string,
): Promise<void> {
  const advice = tryAgain(voice.name);
  const fail = (reason: string, cause?: unknown) => new InstallFailure(reason, advice, cause);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await using answer = await open(outbound, new URL(voice.file, source), voice.bytes);
    if (answer.status !== 200) throw fail(`its server answered ${answer.status}`);
    const counted = async function* (body: AsyncIterable<Uint8Array>) {
      for await (const chunk of body) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(answer.body, counted, createWriteStream(file, { flags: 'w' }));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.stage === 'too-large') throw fail(`the file is larger than ${voice.bytes} bytes`, error);
    throw fail(`it could not be fetched (${error.message.replace(/\.$/, '')})`, error);
  }
  if (bytes !== voice.bytes) throw fail(`the file has ${bytes} bytes instead of ${voice.bytes}`);
  if (hash.digest('hex') !== voice.sha256) throw fail('the file has another checksum than the package says');
}

/** Follows redirects: each address is checked by the guarded client like the first one. */
async function open(outbound: Outbound, first: URL, maxResponseBytes: number): Promise<OutboundStream> {
  let url = first;
  for (let count = 0; ; count += 1) {
    const answer = await outbound.stream({
      url,
      method: 'GET',
      maxResponseBytes,
      totalTimeoutMs: limitMs,
      idleTimeoutMs: idleLimitMs,
      connectTimeoutMs: 15_000,
    });
    const { location } = answer.headers;
    const isRedirect = answer.status >= 300 && answer.status < 400 && typeof location === 'string';
    if (!isRedirect || count === maxRedirects) return answer;
    await answer[Symbol.asyncDispose]();
    url = new URL(location, url);
  }
}

/** Removes a further voice. False if it was not installed. */
export async function removeModelVoice(folder: string, name: string): Promise<boolean> {
  const files = installedFiles(folder);
  const voice = files === null ? undefined : modelVoices(files).find((candidate) => candidate.name === name);
  if (files === null || voice === undefined || !hasModel(files, voice)) return false;
  await rm(files.file(voice.file));
  return true;
}
