import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolder } from '../own-models.ts';

/** A module with sherpa-onnx-node's interface. It hums in proportion to the text. A text can make it crash or fail. */
const standIn = `
const { existsSync, readFileSync } = require('node:fs');
exports.OfflineTts = class {
  constructor({ model }) {
    const { model: file } = (model.vits ?? model.kokoro);
    if (!existsSync(file)) throw new Error('Please check your config!');
    if (readFileSync(file, 'utf8') === 'broken') process.abort();
    this.sampleRate = 22050;
    this.numSpeakers = model.kokoro === undefined ? 1 : 3;
  }
  generate({ text, sid, speed }) {
    if (text.includes('crash')) process.abort();
    if (text.includes('refuse')) throw new Error('refused as asked');
    const samples = new Float32Array(Math.round((22050 * 0.06 * text.length) / speed));
    return { samples: samples.map((_, at) => 0.3 * Math.sin((at * (300 + 100 * sid) * 2 * Math.PI) / 22050)), sampleRate: 22050 };
  }
};
`;

/** A folder for voices with that module, and a folder that looks like a Piper model. */
export async function sherpaRoom() {
  const root = await mkdtemp(join(tmpdir(), 'parley-own-'));
  const voiceFolder = join(root, 'voices');
  const module = join(ownFolder(voiceFolder), 'node_modules', 'sherpa-onnx-node');
  const folder = join(root, 'piper');
  await mkdir(module, { recursive: true });
  await mkdir(join(folder, 'espeak-ng-data'), { recursive: true });
  await writeFile(join(module, 'index.js'), standIn);
  await writeFile(join(folder, 'en_GB-anna.onnx'), 'a model');
  await writeFile(join(folder, 'tokens.txt'), 'a 1');
  return {
    voiceFolder,
    folder,
    module,
    model: join(folder, 'en_GB-anna.onnx'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
