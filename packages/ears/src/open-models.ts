import type { Ears, EarsOptions } from '@parley/client/sdk/ears';
import { levelOf } from './listening/level.ts';
import { Listener } from './listening/listener.ts';
import { BuiltInRecogniser } from './recognition/built-in-recogniser.ts';
import { loadFiles } from './recognition/load-file.ts';
import { activityModel, decoderModel, encoderModel, program } from './recognition/models.ts';
import type { Recogniser } from './recognition/recogniser.ts';
import { VoiceActivity } from './recognition/voice-activity.ts';
import { wavOf } from './recognition/wav.ts';

/** Ears of our own: voice activity here, words here or by the avatar's server. */
export async function openModelEars(options: EarsOptions, kind: 'built-in' | 'server'): Promise<Ears> {
  const { view, language, stream } = options;
  const leaving = new AbortController();
  const builtIn = kind === 'built-in' ? new BuiltInRecogniser() : null;
  const recogniser: Recogniser = builtIn ?? {
    costs: true,
    recognise: (samples, signal) => options.transcribe(wavOf(samples), signal),
  };
  const makeListener = () => new Listener({ recogniser, language, view, nowMs: () => performance.now() });
  let listener = makeListener();
  const activity = new VoiceActivity((frame, probability, atMs) => {
    view.handleLevel(levelOf(frame));
    listener.handleFrame(frame, probability, atMs);
  });
  const close = () => {
    leaving.abort();
    listener.close();
    activity.close();
    builtIn?.close();
  };
  try {
    const hearing = activity.hear(stream);
    const files = [program, activityModel, ...(builtIn === null ? [] : [encoderModel, decoderModel])];
    const [code, model, encoder, decoder] = await loadFiles(files, view.handleProgress, leaving.signal);
    if (code === undefined || model === undefined) throw new Error('nothing was loaded');
    const loading = [activity.load(code.slice(0), model)];
    if (builtIn !== null && encoder !== undefined && decoder !== undefined)
      loading.push(builtIn.load(code, encoder, decoder));
    await Promise.all([hearing, ...loading]);
  } catch (error) {
    close();
    throw error;
  }
  return {
    handleSentence: (text) => listener.handleSentence(text),
    handleAvatarSpeech: (active) => listener.handleAvatarSpeech(active),
    hear: (next) => activity.hear(next),
    rest() {
      activity.rest();
      listener.close();
      listener = makeListener();
      view.handleLevel(0);
    },
    close,
  };
}
