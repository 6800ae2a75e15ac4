import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sherpaRoom } from '../../server/src/custom-models/testing/sherpa-stand-in.ts';
import { temporaryFolder } from '../../server/src/testing/index.ts';

const model = 'sherpa-onnx-streaming-zipformer-de-kroko-2025-08-06';

/**
 * What the guide lets an operator carry to a machine without a network: sherpa-onnx-node and the archive of a
 * recogniser. Usually both are stand-ins. PARLEY_SHERPA names a folder in which sherpa-onnx-node is really installed; the
 * recogniser is then the English Moonshine that pages use, in a folder as sherpa-onnx expects it.
 */
export async function offlineModel() {
  await using undo = new AsyncDisposableStack();
  const folder = undo.use(await temporaryFolder('carried')).path;
  const files = join(folder, model);
  const carried = join(folder, 'carried');
  await mkdir(carried);
  const real = process.env.PARLEY_SHERPA ?? '';
  const room = undo.use(await sherpaRoom());
  if (real === '') {
    await mkdir(files);
    const names = ['encoder.onnx', 'decoder.onnx', 'joiner.onnx'];
    await Promise.all(names.map((name) => writeFile(join(files, name), 'streaming')));
    await writeFile(join(files, 'tokens.txt'), 'eins 1');
  } else await layOutMoonshine(files);
  execFileSync('tar', ['-cjf', join(carried, `${model}.tar.bz2`), '-C', folder, model]);
  const cleanUp = undo.move();
  return {
    folder,
    sherpa: real === '' ? join(room.voiceFolder, 'own') : real,
    /** What it hears of the German test sentence, and of the visitor. */
    hears: real === '' ? 'eins zwei drei' : '',
    understands: real === '' ? /^eins zwei/ : /open on saturday/i,
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
}

async function layOutMoonshine(folder: string): Promise<void> {
  const source = new URL(
    '../../node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized',
    import.meta.url,
  );
  await mkdir(folder);
  for (const name of ['encoder_model.onnx', 'decoder_model_merged.onnx'])
    await copyFile(fileURLToPath(new URL(name, source)), join(folder, name));
  const { default: tokenizer } = createRequire(import.meta.url)('llama-tokenizer-js') as {
    default: { vocabById: readonly string[] };
  };
  // The model has a few tokens more, which sherpa-onnx wants to find.
  const tokens = Array.from({ length: 32_768 }, (_, id) => tokenizer.vocabById[id] ?? `<<ST_${id}>>`);
  const lines = tokens.map((token, id) => `${Buffer.from(token).toString('base64')}\t${id}`);
  await writeFile(join(folder, 'tokens.txt'), `${lines.join('\n')}\n`);
}
