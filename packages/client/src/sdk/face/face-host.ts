import type { AvatarStatus } from '@parley/protocol';
import type { TagEvent } from '../../tag-event.ts';
import type { Viseme } from '../voice/sentence-times.ts';
import type { Face, FaceKind, FaceModule, LoadedFace } from './face-interface.ts';

const modes = {
  UNLOADED: 'idle',
  LOADED: 'idle',
  IDLE: 'idle',
  LISTENING: 'listening',
  THINKING: 'thinking',
  TALKING: 'talking',
} as const;

/** Commands with a lasting effect. They are repeated for a face that loads later or replaces another. */
type LastingState = 'mode' | 'emotion' | 'look' | 'speech' | 'background';
type FaceCommand = (face: Face) => void;

export type FaceConfig = {
  readonly url: string;
  readonly avatarId: string;
  /** Needed for a private avatar. */
  readonly token: string | undefined;
  readonly element: HTMLElement;
  /** Undefined means the look that the service has stored for the avatar. */
  readonly look: unknown;
  /** `#rrggbb` behind the face, instead of the background of the look. */
  readonly background: string | undefined;
  /** Instead of the avatar's own movement. */
  readonly movement?: string | undefined;
};

/** A look, and what draws it. */
type Drawing = { readonly module: FaceModule; readonly config: FaceConfig };

/** Keeps the face in sync with the conversation. Without a face only the picture is missing. */
export class FaceHost {
  #loaded: LoadedFace | null = null;
  #lasting = new Map<LastingState, FaceCommand>();
  #onKind: (kind: FaceKind) => void;
  /** A private avatar tells its look only after the call is authenticated. */
  #waiting: Drawing | null = null;
  #lookOfCall: unknown = null;
  #isTalking = false;
  #disposed = false;

  constructor(onKind: (kind: FaceKind) => void) {
    this.#onKind = onKind;
  }

  async mount(config: FaceConfig): Promise<void> {
    const { url, look } = config;
    try {
      const [module, wanted] = await Promise.all([
        import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}/sdk/face.js`) as Promise<FaceModule>,
        look ?? storedLook(config),
      ]);
      if (this.#disposed) return;
      const known = wanted ?? this.#lookOfCall;
      if (known === null) this.#waiting = { module, config };
      else await this.#draw({ module, config }, known);
    } catch {
      if (!this.#disposed) this.#onKind('none');
    }
  }

  /** The settings of the avatar are known. */
  handleAvatar(avatar: StoredLook): void {
    const waiting = this.#waiting;
    this.#lookOfCall = lookIn(avatar);
    if (waiting === null || this.#lookOfCall === null) return;
    this.#waiting = null;
    this.#draw(waiting, this.#lookOfCall).catch(() => {
      if (!this.#disposed) this.#onKind('none');
    });
  }

  handleStatus(status: AvatarStatus): void {
    if (this.#isTalking && status !== 'TALKING') this.#endReply();
    this.#isTalking = status === 'TALKING';
    this.#command('mode', (face) => face.setMode(modes[status]));
  }

  /** The mouth follows this track. It grows while the sound arrives. */
  handleSpeech(track: readonly Viseme[], elapsedMs: () => number): void {
    this.#command('speech', (face) => face.speak(track, elapsedMs));
  }

  handleSilence(): void {
    this.#command('speech', (face) => face.stopSpeaking());
  }

  /** The mouth follows the page's own sound; null if there is none. */
  handleLips(lips: { readonly track: readonly Viseme[]; elapsedMs(): number } | null): void {
    if (lips === null) this.handleSilence();
    else this.handleSpeech(lips.track, () => lips.elapsedMs());
  }

  handleTag({ name, attributes }: TagEvent): void {
    const { name: which = '', at = 'user' } = attributes;
    if (name === 'svc-gesture') this.#loaded?.face.gesture(which, Number(attributes.times ?? 1) || 1);
    if (name === 'svc-emotion')
      this.#command('emotion', (face) => face.setEmotion(which, Number(attributes.intensity ?? 1)));
    if (name === 'svc-look') this.#command('look', (face) => face.look(at));
    if (name === 'svc-background')
      this.#command('background', (face) => face.setBackground?.(attributes.color ?? 'default'));
  }

  /** The avatar does not smile while it says sorry. */
  handleApology(): void {
    this.#command('emotion', (face) => face.setEmotion('concerned', 1));
  }

  /** The next call begins without the emotion of the last reply, before the configured background. */
  handleEnd(): void {
    this.#endReply();
    if (this.#lasting.delete('background')) this.#loaded?.face.setBackground?.('default');
  }

  dispose(): void {
    this.#disposed = true;
    this.#loaded?.face.dispose();
    this.#loaded = null;
    this.#lasting.clear();
  }

  /** An emotion and a direction last until the reply that asked for them has been spoken or interrupted. */
  #endReply(): void {
    if (this.#lasting.delete('emotion')) this.#loaded?.face.setEmotion('neutral', 1);
    if (this.#lasting.delete('look')) this.#loaded?.face.look('user');
  }

  #command(kind: LastingState, command: FaceCommand): void {
    this.#lasting.set(kind, command);
    if (this.#loaded !== null) command(this.#loaded.face);
  }

  async #draw({ module, config }: Drawing, look: unknown): Promise<void> {
    const wanted = withOverrides(look, config);
    this.#take(await module.mountFace(config.element, wanted, (stepped) => this.#take(stepped)));
  }

  #take(loaded: LoadedFace): void {
    if (this.#disposed) return loaded.face.dispose();
    this.#loaded = loaded;
    for (const command of this.#lasting.values()) command(loaded.face);
    this.#onKind(loaded.kind);
  }
}

/** The look that the service has stored; null if the avatar is private and the token does not show it. */
async function storedLook({ url, avatarId, token }: FaceConfig): Promise<unknown> {
  // Reading does not use up the token.
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const address = `${url}/client/avatars/${encodeURIComponent(avatarId)}`;
  const response = await fetch(address, { headers }).catch(() => null);
  return response?.ok ? lookIn((await response.json()) as StoredLook) : '';
}

/** What the service says about the face of an avatar. */
type StoredLook = { readonly [Name in 'look' | 'model' | 'portrait' | 'movement']?: unknown };

const lookIn = ({ look = null, model, portrait, movement }: StoredLook): unknown =>
  typeof (model ?? portrait ?? movement) === 'string' ? { look, model, portrait, movement } : look;

function withOverrides(look: unknown, { background: colour, movement }: FaceConfig): unknown {
  if (colour === undefined && movement === undefined) return look;
  return {
    ...(typeof look === 'object' ? look : { look }),
    ...(colour !== undefined && { background: { top: colour, bottom: colour } }),
    ...(movement !== undefined && { movement }),
  };
}
