import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customModelFolder } from '../model-list.ts';

/**
 * A module with sherpa-onnx-node's interface. Its voice hums in proportion to the text. Its recognisers hear a word for
 * each second of sound. A text, or the loudness of a sound, can make them crash, fail, hang or grow.
 */
const standIn = `
const { existsSync, readFileSync } = require('node:fs');
exports.OfflineTts = class {
  constructor({ model }) {
    const { model: file } = (model.vits ?? model.kokoro);
    if (!existsSync(file)) throw new Error('Please check your config!');
    const text = readFileSync(file, 'utf8');
    if (text === 'broken') process.abort();
    this.sampleRate = Number(/\\d{5}/.exec(text) ?? 22050);
    this.numSpeakers = model.kokoro === undefined ? 1 : 3;
  }
  generate({ text, sid, speed }) {
    if (text.includes('crash')) process.abort();
    if (text.includes('refuse')) throw new Error('refused as asked');
    const { sampleRate } = this;
    const samples = new Float32Array(Math.round((sampleRate * 0.06 * text.length) / speed));
    return { samples: samples.map((_, at) => 0.3 * Math.sin((at * (300 + 100 * sid) * 2 * Math.PI) / sampleRate)), sampleRate };
  }
};
const numbers = ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht'];
class Stream {
  samples = 0;
  isFinished = false;
  acceptWaveform({ samples, sampleRate }) {
    if (sampleRate !== 16000) throw new Error('a wrong rate');
    const loudest = Math.max(0, ...samples.subarray(0, 100));
    if (loudest > 0.95) process.abort();
    if (loudest > 0.85) throw new Error('refused as asked');
    while (loudest > 0.75);
    if (loudest > 0.65) process.memoryUsage.rss = () => 2 ** 42;
    this.samples += samples.length;
  }
  inputFinished() { this.isFinished = true; }
}
const filesOf = ({ transducer, moonshine, senseVoice, nemoCtc }) => Object.values(transducer ?? moonshine ?? senseVoice ?? nemoCtc ?? {});
class Recogniser {
  constructor({ modelConfig }, kind) {
    if (!existsSync(modelConfig.tokens)) throw new Error('Please check your config!');
    const [file] = filesOf(modelConfig);
    // sherpa-onnx ends its process if a model is not of the wanted kind.
    if (file === undefined || readFileSync(file, 'utf8') !== kind(modelConfig)) process.abort();
    this.isCapital = readFileSync(modelConfig.tokens, 'utf8').includes('CAPITAL');
  }
  createStream() { return new Stream(); }
  isReady() { return false; }
  decode() {}
  getResult({ samples }) {
    const text = numbers.slice(0, Math.floor(samples / 16000)).join(' ');
    return { text: this.isCapital ? text.toUpperCase() : text };
  }
}
exports.OnlineRecognizer = class extends Recogniser {
  constructor(config) { super(config, () => 'streaming'); }
};
exports.OfflineRecognizer = class extends Recogniser {
  constructor(config) { super(config, ({ modelType }) => modelType ?? 'whole'); }
};
`;

/** A folder for voices with that module, a folder that looks like a Piper model, and folders of recognisers. */
export async function sherpaRoom() {
  const root = await mkdtemp(join(tmpdir(), 'parley-own-'));
  const voiceFolder = join(root, 'voices');
  const module = join(customModelFolder(voiceFolder), 'node_modules', 'sherpa-onnx-node');
  const folder = join(root, 'piper');
  await mkdir(module, { recursive: true });
  await mkdir(join(folder, 'espeak-ng-data'), { recursive: true });
  await writeFile(join(module, 'index.js'), standIn);
  await writeFile(join(folder, 'en_GB-anna.onnx'), 'a model');
  await writeFile(join(folder, 'tokens.txt'), 'a 1');
  return {
    root,
    voiceFolder,
    folder,
    module,
    model: join(folder, 'en_GB-anna.onnx'),
    /** A folder with these files of a recogniser. Their text says which kind it is. */
    async recogniser(name: string, files: readonly string[], kind: string, tokens = 'a 1'): Promise<string> {
      const made = join(root, name);
      await mkdir(made);
      await writeFile(join(made, 'tokens.txt'), tokens);
      await Promise.all(files.map((file) => writeFile(join(made, file), kind)));
      return made;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
