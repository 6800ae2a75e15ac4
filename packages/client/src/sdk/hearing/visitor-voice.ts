import type { Emit } from '../calls/call.ts';
import type { CallManager } from '../calls/call-manager.ts';
import type { ParleySettings } from '../settings.ts';
import type { AvatarVoice } from '../voice/avatar-voice.ts';
import { Microphone, type MicrophoneState, microphonePermission } from './microphone.ts';
import { PushToTalk } from './push-to-talk.ts';

export type VisitorVoiceDeps = {
  readonly settings: ParleySettings;
  readonly calls: CallManager;
  readonly voice: AvatarVoice;
  readonly emit: Emit;
  handleError(message: string): void;
};

/** Sends what the visitor says to the conversation, and raises events about the microphone. */
export class VisitorVoice {
  readonly microphone: Microphone;
  readonly turns: PushToTalk;
  readonly #deps: VisitorVoiceDeps;
  #permission: PermissionState | null = null;
  /** What the last `mic-update` said. */
  #isShownOn = false;

  constructor(deps: VisitorVoiceDeps) {
    const { settings, calls, voice, emit } = deps;
    this.#deps = deps;
    this.microphone = new Microphone(
      {
        url: settings.url,
        avatarId: settings.avatarId,
        locale: settings.locale ?? navigator.language,
        line: () => calls.client ?? null,
      },
      {
        handleState: (state) => this.#handleState(state),
        handleReady: () => calls.report('media:mic-ready', {}),
        handleProgress: (percent) => emit('ears-progress', { percent }),
        handleLevel: (level) => emit('mic-level', { level }),
        handleSpeech: (active) => {
          calls.client?.userSpeech(active);
          emit('user-speech', { active });
        },
        handleWords: (text, final) => {
          emit('user-transcript', { text, final });
          if (final) calls.client?.sendMessage(text, { spoken: true });
        },
        handleDuck: (ducked) => {
          voice.ducked = ducked;
        },
        handleInterrupt: () => calls.client?.interrupt(),
        handleError: deps.handleError,
      },
    );
    this.turns = new PushToTalk(this.microphone, calls, emit);
  }

  /** Raises `mic-update` every time, even if nothing changes. Resolves to true if speech is recognised. */
  async setEnabled(enabled: boolean): Promise<boolean> {
    const { state } = this.microphone;
    const isSame = state !== 'asking' && enabled === (state === 'on');
    const opening = enabled && this.turns.open();
    if (!enabled) this.close();
    if (isSame) this.reportState();
    return await opening;
  }

  close(): void {
    this.turns.close();
  }

  dispose(): void {
    this.close();
    this.microphone.dispose();
  }

  /** Raises `mic-update` with the current state, unless the browser is asking the visitor now. */
  reportState(): void {
    const { state } = this.microphone;
    if (state === 'asking') return;
    this.#isShownOn = state === 'on';
    this.#deps.emit('mic-update', this.#isShownOn);
  }

  async permission(): Promise<PermissionState> {
    return (await microphonePermission())?.state ?? this.#permission ?? 'prompt';
  }

  handlePermission(state: PermissionState): void {
    if (state === this.#permission) return;
    this.#permission = state;
    this.#deps.calls.report('media:mic-permission-state-changed', { state });
  }

  #handleState(state: MicrophoneState): void {
    const { calls, emit } = this.#deps;
    const enabled = state === 'on';
    calls.client?.setMicrophoneOpen(enabled);
    this.turns.handleState();
    // Another device or a turn may have taken the place of a microphone that was on.
    const isNews = state !== 'asking' || this.#isShownOn;
    // What a page does in a handler may change the state, and the rest would not be true any more.
    const isTrue = () => this.microphone.state === state;
    if (state === 'denied') this.handlePermission('denied');
    if (enabled) this.handlePermission('granted');
    // Who has allowed it once is not asked again for each turn.
    if (state === 'asking' && this.#permission !== 'granted') this.handlePermission('prompt');
    if (isNews && isTrue()) {
      this.#isShownOn = enabled;
      calls.report('media:mic-state-changed', { enabled });
    }
    if (isNews && isTrue()) emit('mic-update', enabled);
    if (isTrue()) emit('mic-access', { permissionGranted: enabled, needMicAccess: state === 'asking' });
  }
}
