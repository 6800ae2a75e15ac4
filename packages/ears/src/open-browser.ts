import type { CapturedSound, Ears, EarsOptions, Turn } from '@parley/client/sdk/ears';
import { BrowserListener } from './listening/browser-listener.ts';
import { hearTurn } from './listening/browser-turn.ts';
import { levelOf } from './listening/level.ts';
import { RecogniserCheck, type SpeechDetector } from './listening/recogniser-check.ts';
import activityUrl from './recognition/activity-worker.ts?worker&url';
import {
  type BrowserRecognition,
  openBrowserRecogniser,
  recognitionClass,
} from './recognition/browser-recogniser.ts';
import { loadFiles } from './recognition/load-files.ts';
import { activityModel, program } from './recognition/models.ts';
import { openWorker } from './recognition/open-worker.ts';
import { VoiceActivity } from './recognition/voice-activity.ts';

const deafText = 'The speech recognition of this browser does not hear you. You can type instead.';

/** Listens with the browser's own recogniser. */
export function openBrowserEars(options: EarsOptions): Ears {
  const { callbacks, language } = options;
  const Recognition = recognitionClass();
  if (Recognition === undefined)
    throw new Error('This browser cannot recognise speech. You can type instead.');
  const listener = new BrowserListener(language, callbacks, () => performance.now());
  const unfollow = options.followAvatar(listener);
  let isSpeaking = false;
  const unfollowSpeech = options.followAvatar({
    handleSentence() {},
    handleAvatarSpeech(active) {
      isSpeaking = active;
    },
  });
  const check = new RecogniserCheck({ openDetector, handleDeaf: () => callbacks.handleError(deafText) });
  let recognition: BrowserRecognition | null = null;
  const pause = () => {
    recognition?.abort();
    recognition = null;
    callbacks.handleLevel(0);
  };
  const listenTo = (sound: CapturedSound | null, turn: Turn | null) => {
    pause();
    const handleHearing = () => check.close();
    const handleStopped = (reason: string) => {
      check.close();
      callbacks.handleError(reason);
    };
    const current =
      turn === null
        ? openBrowserRecogniser(Recognition, language, {
            handleSpeech: (active) => listener.handleSpeech(active),
            handleWords(text, final) {
              handleHearing();
              listener.handleWords(text, final);
            },
            handleStopped,
          })
        : hearTurn(Recognition, language, turn, { handleHearing, handleStopped });
    recognition = current;
    // Without worklets there is no level meter, but recognition still works.
    if (sound === null || current === null) return;
    sound.frames.onmessage = ({ data }: MessageEvent<Float32Array | null>) => {
      if (recognition !== current) return;
      callbacks.handleLevel(data === null ? 0 : levelOf(data));
      // The avatar's own voice is not the visitor's.
      if (data !== null && !isSpeaking) check.handleFrame(data);
    };
  };
  listenTo(options.sound, options.turn);
  callbacks.handleProgress(1);
  return {
    hasCrashed: false,
    listenTo,
    pause,
    close() {
      unfollow();
      unfollowSpeech();
      check.close();
      pause();
    },
  };
}

async function openDetector(onFrame: (probability: number) => void): Promise<SpeechDetector> {
  const activity = new VoiceActivity(
    openWorker(activityUrl),
    (_frame, probability) => onFrame(probability),
    () => {},
    () => {},
  );
  try {
    const files = await loadFiles([program, activityModel], () => {}, new AbortController().signal);
    const [code, model] = files;
    if (code === undefined || model === undefined) throw new Error('nothing was loaded');
    await activity.load(code, model);
  } catch (error) {
    activity.close();
    throw error;
  }
  const { port1, port2 } = new MessageChannel();
  activity.listenTo({ frames: port2, sinceMs: 0 });
  return {
    push: (frame) => port1.postMessage(frame),
    close() {
      port1.close();
      activity.close();
    },
  };
}
