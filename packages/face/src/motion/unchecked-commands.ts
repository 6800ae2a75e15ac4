import type { Emotion, Gesture, LookTarget } from '@parley/protocol';
import { emotionPoses } from './emotions.ts';
import { lookDirections } from './gaze.ts';
import { motions } from './gestures.ts';
import type { FaceMode } from './modes.ts';
import type { PlaybackClock } from './mouth.ts';
import type { TimedViseme } from './mouth-track.ts';

/** The commands of a face. */
export interface FaceCommands {
  setMode(mode: FaceMode): void;
  setEmotion(emotion: Emotion, intensity: number): void;
  gesture(name: Gesture, times: number): void;
  look(at: LookTarget): void;
  /** Moves the mouth along the track. `clock` returns how much of the sound has been played. */
  speak(track: readonly TimedViseme[], clock: PlaybackClock): void;
  stopSpeaking(): void;
}

/** The same commands with unchecked names from tags. */
export interface UncheckedFaceCommands extends Pick<FaceCommands, 'setMode' | 'stopSpeaking'> {
  setEmotion(name: string, intensity: number): void;
  gesture(name: string, times: number): void;
  look(at: string): void;
  speak(
    track: readonly { viseme: string; startMs: number; durationMs: number }[],
    elapsedMs: () => number,
  ): void;
}

/** Forwards commands with known names and ignores the rest, such as names from a later release. */
export function uncheckedCommands(face: FaceCommands): UncheckedFaceCommands {
  return {
    setMode: face.setMode,
    setEmotion: (name, intensity) => {
      const strength = Number.isFinite(intensity) ? intensity : 1;
      if (Object.hasOwn(emotionPoses, name)) face.setEmotion(name as Emotion, strength);
    },
    gesture: (name, times) => {
      if (Object.hasOwn(motions, name)) face.gesture(name as Gesture, times);
    },
    look: (at) => {
      if (Object.hasOwn(lookDirections, at)) face.look(at as LookTarget);
    },
    // Unknown visemes have no influence on the mouth.
    speak: (track, elapsedMs) => face.speak(track as readonly TimedViseme[], elapsedMs),
    stopSpeaking: face.stopSpeaking,
  };
}
