import type { Ears, EarsOptions, RecogniserKind, Turn } from '@parley/client/sdk/ears';
import { bytesOf, toInt16, wavFile } from '@parley/protocol/audio';
import { captureRate } from './capture/frame.ts';
import { levelOf } from './listening/level.ts';
import { Listener } from './listening/listener.ts';
import { TurnListener } from './listening/turn-listener.ts';
import activityUrl from './recognition/activity-worker.ts?worker&url';
import { BuiltInRecogniser } from './recognition/built-in-recogniser.ts';
import { LiveRecogniser } from './recognition/live-recogniser.ts';
import { loadFiles } from './recognition/load-files.ts';
import { activityModel, decoderModel, encoderModel, program } from './recognition/models.ts';
import { openWorker } from './recognition/open-worker.ts';
import { type Recogniser, stoppedText } from './recognition/recogniser.ts';
import recognitionUrl from './recognition/recognition-worker.ts?worker&url';
import { transcribe } from './recognition/transcribe.ts';
import { VoiceActivity } from './recognition/voice-activity.ts';
import { patienceMs } from './turn/silence-times.ts';
import { FetchedTurnJudge, fetchTurnModel, noTurnJudge } from './turn/turn-judge.ts';

/** The part of the progress that downloading takes. Starting the models is the rest. */
const loadedShare = 0.9;

/** Listens with our own voice activity detection. Words come from the built-in model or from the service. */
export async function openModelEars(
  options: EarsOptions,
  kind: Exclude<RecogniserKind, 'browser'>,
): Promise<Ears> {
  const { callbacks, language, sound } = options;
  if (sound === null) throw new Error('this browser cannot capture sound');
  const closing = new AbortController();
  const builtIn = kind === 'built-in' ? new BuiltInRecogniser(openWorker(recognitionUrl)) : null;
  const server: Recogniser = {
    isExpensive: true,
    isReady: true,
    recognise: (samples, signal) => {
      const wav = wavFile([bytesOf(toInt16(samples))], captureRate);
      return transcribe(options.url, options.line()?.hearingToken ?? null, language, wav, signal);
    },
  };
  const served = kind === 'live' ? new LiveRecogniser(options.line, language, server) : server;
  const recogniser = builtIn ?? served;
  const activity = new VoiceActivity(
    openWorker(activityUrl),
    (frame, probability, atMs) => {
      callbacks.handleLevel(levelOf(frame));
      listener.handleFrame(frame, probability, atMs);
    },
    () => {
      listener.handleEnd();
      callbacks.handleLevel(0);
    },
    () => {
      // A crash before that is reported as a failure to load.
      if (isLoaded) listener.handleCrash(stoppedText);
      callbacks.handleLevel(0);
    },
  );
  const hasCrashed = () => activity.hasCrashed || builtIn?.hasCrashed === true;
  let isLoaded = false;
  const { turnModel } = options;
  const judge =
    turnModel === null
      ? noTurnJudge
      : new FetchedTurnJudge(activity, () => fetchTurnModel(turnModel, closing.signal));
  const nowMs = () => performance.now();
  const listen = (turn: Turn | null) => {
    if (turn !== null)
      return new TurnListener({
        ...{ recogniser, turn, nowMs },
        // Closing rejects the words that a turn still waits for.
        handleError: (message) => closing.signal.aborted || callbacks.handleError(message),
      });
    const instance = new Listener({
      ...{ recogniser, judge, language, callbacks, nowMs },
      patienceMs: patienceMs[options.patience],
    });
    const unfollow = options.followAvatar(instance);
    let isOpen = true;
    const close = () => {
      isOpen = false;
      unfollow();
      instance.close();
    };
    return {
      handleFrame: instance.handleFrame.bind(instance),
      handleEnd() {},
      handleCrash(message: string) {
        if (!isOpen) return;
        close();
        callbacks.handleSpeech(false);
        callbacks.handleError(message);
      },
      close,
    };
  };
  let listener = listen(options.turn);
  const close = () => {
    closing.abort();
    listener.close();
    activity.close();
    builtIn?.close();
  };
  try {
    const files = [program, activityModel, ...(builtIn === null ? [] : [encoderModel, decoderModel])];
    const reportProgress = (fraction: number) => callbacks.handleProgress(fraction * loadedShare);
    const [code, model, encoder, decoder] = await loadFiles(files, reportProgress, closing.signal);
    if (code === undefined || model === undefined) throw new Error('nothing was loaded');
    // Speech during the download waits in the port.
    const loading = [activity.load(code.slice(0), model).then(() => activity.listenTo(sound))];
    if (builtIn !== null && encoder !== undefined && decoder !== undefined)
      loading.push(builtIn.load(code, encoder, decoder));
    await Promise.all(loading);
    if (hasCrashed()) throw new Error('a worker has crashed');
    isLoaded = true;
    callbacks.handleProgress(1);
  } catch (error) {
    close();
    throw error;
  }
  return {
    get hasCrashed() {
      return hasCrashed();
    },
    listenTo(next, turn) {
      // A turn that is never heard would hold up every later one.
      if (next === null) throw new Error('Could not start listening. You can type instead.');
      listener.close();
      listener = listen(turn);
      activity.listenTo(next);
    },
    pause() {
      activity.pause();
      listener.close();
      callbacks.handleLevel(0);
    },
    close,
  };
}
