import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A model that the operator added: a voice or a recogniser. */
export type CustomModel = {
  readonly name: string;
  readonly folder: string;
  readonly language: string;
  /** Tells a model from another one that had its name before. */
  readonly addedAt?: string;
};

const namePattern = /^[a-z\d][a-z\d-]{0,39}$/;

/** npm keeps its own files, package.json and package-lock.json, beside those of the voices. */
export const isModelName = (name: string): boolean => namePattern.test(name) && !name.startsWith('package');

/** The folder in which own models are registered, and in which the operator installs sherpa-onnx-node. */
export const customModelFolder = (voiceFolder: string): string => join(voiceFolder, 'own');

/** The kind of own recognisers, and the name of their folders. */
export const recogniserKind = 'ears';

/** The models of one kind that the operator added to a voice folder. Each has a small file that says where it is. */
export class ModelList<Model extends CustomModel> {
  readonly #kind: string;

  /** `kind` is a folder below the one for own models. */
  constructor(kind: string) {
    this.#kind = kind;
  }

  all(voiceFolder: string | null): readonly Model[] {
    if (voiceFolder === null || !existsSync(this.#folder(voiceFolder))) return [];
    return readdirSync(this.#folder(voiceFolder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => this.read(voiceFolder, file.slice(0, -'.json'.length)))
      .filter((model) => model !== null);
  }

  read(voiceFolder: string | null, name: string): Model | null {
    if (voiceFolder === null || !isModelName(name)) return null;
    try {
      return JSON.parse(readFileSync(this.#file(voiceFolder, name), 'utf8')) as Model;
    } catch {
      return null;
    }
  }

  async store(voiceFolder: string, model: Model): Promise<Model> {
    const added = { ...model, addedAt: new Date().toISOString() };
    await mkdir(this.#folder(voiceFolder), { recursive: true });
    await replaceFile(this.#file(voiceFolder, model.name), `${JSON.stringify(added, null, 1)}\n`);
    return added;
  }

  /** Removes a model from the list. False if there was none. A folder of the operator stays, an unpacked one goes. */
  async remove(voiceFolder: string, name: string): Promise<boolean> {
    const model = this.read(voiceFolder, name);
    if (model === null) return false;
    await rm(this.#file(voiceFolder, name));
    const unpacked = this.unpackedFolder(voiceFolder, name);
    if (`${model.folder}${sep}`.startsWith(`${unpacked}${sep}`))
      await rm(unpacked, { recursive: true, force: true });
    return true;
  }

  /** Below this, the archive of a model is unpacked. */
  unpackedFolder(voiceFolder: string, name: string): string {
    return join(customModelFolder(voiceFolder), 'unpacked', this.#kind, name);
  }

  #folder(voiceFolder: string): string {
    return join(customModelFolder(voiceFolder), this.#kind);
  }

  #file(voiceFolder: string, name: string): string {
    return join(this.#folder(voiceFolder), `${name}.json`);
  }
}

/** Running sessions read the file for each sentence and turn, so it must be whole at any time, also after a kill. */
async function replaceFile(file: string, content: string): Promise<void> {
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(beside, content, { flush: true });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
