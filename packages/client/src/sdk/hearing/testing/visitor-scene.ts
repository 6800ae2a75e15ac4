import { vi } from 'vitest';
import type { LiveClient } from '../../../live-client.ts';
import type { Emit } from '../../calls/call.ts';
import type { CallManager } from '../../calls/call-manager.ts';
import type { AvatarVoice } from '../../voice/avatar-voice.ts';
import type { CapturedSound, EarsOptions, Turn } from '../ears-interface.ts';
import { VisitorVoice } from '../visitor-voice.ts';

/** Everything that is waiting, the promises' callbacks included, has run. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

type Listening = { readonly stream: Stream; readonly turn: Turn | null };
type Stream = { active: boolean; deviceId: unknown; lose(): boolean };

/** What will happen at the next step of a test. */
type Pending = (isRefused: boolean) => unknown;

/**
 * A visitor's microphone with ears that behave like ours in the worst way: they open, read and recognise only when the
 * test lets them, drop turns without a word when they are paused or closed, and lose the words that they still look for.
 */
export function visitorScene() {
  const pending: Pending[] = [];
  const streams: Stream[] = [];
  const sounds = new Map<CapturedSound, Stream>();
  const sent: string[] = [];
  const shown: string[] = [];
  /** The last payload of each event, and what the service was told last. */
  const told = new Map<string, unknown>();
  let react: ((name: string) => void) | null = null;
  let listening: Listening | null = null;

  const later = <T>(make: (isRefused: boolean) => T): Promise<T> =>
    new Promise((resolve, reject) => {
      pending.push((isRefused) => {
        try {
          resolve(make(isRefused));
        } catch (error) {
          reject(error);
        }
      });
    });

  const answerAll = async () => {
    do await settle();
    while (pending.splice(0).map((next) => next(false)).length > 0);
  };

  const newStream = (deviceId: unknown) => {
    const track = {
      onended: null as (() => void) | null,
      stop: () => {
        stream.active = false;
      },
    };
    const stream = {
      active: true,
      deviceId,
      getTracks: () => [track],
      getAudioTracks: () => [track],
      /** The device is unplugged. Returns false if no listener is told. */
      lose: () => {
        const notice = track.onended;
        notice?.();
        return notice !== null;
      },
    };
    streams.push(stream);
    return stream;
  };
  vi.stubGlobal('navigator', {
    language: 'en',
    mediaDevices: {
      getUserMedia: ({ audio }: { audio: { deviceId?: { exact: string } } }) =>
        later((isRefused) => {
          if (isRefused) throw new DOMException('', 'NotAllowedError');
          return newStream(audio.deviceId?.exact);
        }),
    },
  });
  vi.stubGlobal('prepareCaptureForTest', async () => ({
    start: (stream: Stream) => {
      // An end that is not told before the sound is closed is never told.
      const sound: CapturedSound = {
        end: () => new Promise<void>((told) => pending.push(() => sounds.has(sound) && told())),
        close: () => sounds.delete(sound),
      } as unknown as CapturedSound;
      sounds.set(sound, stream);
      return sound;
    },
    close() {},
  }));
  vi.stubGlobal('openEarsForTest', async (options: EarsOptions) => {
    let isClosed = false;
    const listenTo = (sound: CapturedSound | null, turn: Turn | null) => {
      const stream = sound === null ? undefined : sounds.get(sound);
      const own = stream === undefined ? null : { stream, turn };
      listening = own;
      if (own === null || turn === null) return;
      void turn.released.then(() =>
        later(() => {
          // It was paused, or listens to something else now.
          if (listening !== own || isClosed) return;
          turn.handleHeard();
          void later(() => isClosed || turn.handleDone('Hello.'));
        }),
      );
    };
    await later((isRefused) => {
      if (isRefused) throw new Error('Could not load.');
    });
    listenTo(options.sound, options.turn);
    return {
      listenTo,
      pause: () => {
        listening = null;
        options.callbacks.handleLevel(0);
      },
      close: () => {
        isClosed = true;
        listening = null;
      },
    };
  });

  const newClient = () =>
    ({
      interrupt: () => emit('avatar-speech', { active: false }),
      userSpeech: (active: boolean) => told.set('service hears speech', active),
      setMicrophoneOpen: (isOpen: boolean) => told.set('service sees microphone', isOpen),
      sendMessage: (text: string) => sent.push(text) > 0,
    }) as unknown as LiveClient;
  const emit: Emit = (name, payload) => {
    if (name === 'turn-update') shown.push(String(payload));
    told.set(name, payload);
    react?.(name);
  };
  const calls = {
    client: newClient() as LiveClient | null,
    report: (name: Parameters<Emit>[0], details: never) => emit(name, details),
  };
  const exports = ['openEars', 'prepareCapture'].map(
    (name) => `export const ${name} = (all) => globalThis.${name}ForTest(all);`,
  );
  const visitor = new VisitorVoice({
    settings: {
      ...{ avatarId: '1', locale: 'en', faceEnabled: false, retry: false, keepsCall: false },
      url: `data:text/javascript,${exports.join('')}//`,
    },
    calls: calls as unknown as CallManager,
    voice: {} as AvatarVoice,
    emit,
    handleError: (message) => emit('warning', { code: 'microphone', message }),
  });
  const { microphone, turns } = visitor;
  const recognisers = { fr: 'none', it: 'none' };
  microphone.ears.handleAvatar({ hearing: { recogniser: 'built-in', language: 'en', recognisers } });
  return {
    ...{ visitor, microphone, turns, sent, shown, told },
    open: () => streams.filter(({ active }) => active),
    /** Whom the ears hear: a turn, or the open microphone. */
    heard: () => (listening === null ? null : (listening.turn ?? listening.stream)),
    /** Lets the oldest thing happen that was asked for. Returns false if nothing was. */
    answer: (isRefused = false) => {
      const next = pending.shift();
      next?.(isRefused);
      return next !== undefined;
    },
    hangUp: () => {
      visitor.close();
      calls.client = null;
      // The service of the next call knows nothing.
      told.delete('service hears speech');
      told.delete('service sees microphone');
    },
    call: () => {
      calls.client ??= newClient();
    },
    answerAll,
    /** What the page does at each event. */
    onEvent: (reaction: ((name: string) => void) | null) => {
      react = reaction;
    },
    /** Lets everything happen until nothing is left to wait for. */
    finish: async () => {
      for (let round = 0; round < 6; round++) {
        await answerAll();
        await vi.advanceTimersByTimeAsync(200);
      }
    },
  };
}
