import { NaturalEngine } from './engine.ts';
import { openLetterNet } from './model/letter-net.ts';
import { deliveredModel } from './model/model-file.ts';
import { loadOnnxRuntime } from './model/onnx-runtime.ts';
import { loadVoiceModel, type VoiceModel } from './model/voice-model.ts';
import { loadEnglishReaders } from './reading/index.ts';
import { voiceFilesIn } from './voice-files.ts';

/** The most models that are kept in memory. */
const maxModels = 2;

/** Loads the reader and the model from a folder with the voice's files. */
export async function loadEngine(folder: string): Promise<NaturalEngine> {
  const files = voiceFilesIn(folder);
  const runtime = await loadOnnxRuntime();
  const readers = await loadEnglishReaders(files, {
    openNet: (file) => openLetterNet(runtime, file),
  });
  const models = new Map<string, Promise<VoiceModel>>();
  const modelOf = (file: string): Promise<VoiceModel> => {
    const model = models.get(file) ?? loadVoiceModel(runtime, files, file);
    models.delete(file);
    models.set(file, model);
    const [oldest] = models.keys();
    if (models.size > maxModels && oldest !== undefined) models.delete(oldest);
    return model;
  };
  await Promise.all([readers.of('us'), modelOf(deliveredModel)]);
  return new NaturalEngine({
    read: async (text, accent) => (await readers.of(accent)).read(text),
    speak: async (model, phonemes) => (await modelOf(model)).speak(phonemes),
  });
}
