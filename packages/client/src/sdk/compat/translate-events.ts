import type { ParleyEvents } from '../events.ts';
import type { Parley } from '../parley.ts';
import { AvatarStatus, MessageType } from './constants.ts';

type Translations = {
  /** The events that an old event comes from. It is raised for each of the details. */
  readonly [N in keyof ParleyEvents]?: (details: ParleyEvents[N]) => readonly unknown[];
};

const avatarStatus = (status: keyof typeof AvatarStatus) => ({ avatarStatus: AvatarStatus[status] });

const chatText = (message: string, sttResponse: boolean) => ({
  messageType: MessageType.ChatText,
  messageArray: [{ message }],
  sttResponse,
});

/** Old events whose details differ from ours, and the callbacks of the old builder that have no event of their own. */
const translations: Readonly<Record<string, Translations>> = {
  'auth-success': { 'auth-success': ({ sessionId, avatar }) => [{ ...avatar, sessionId, avatar }] },
  'avatar-status-update': {
    // Old pages wait for IDLE after a reply. With an open microphone our avatar listens instead.
    'avatar-status-update': (status) =>
      (status === 'LISTENING' ? (['IDLE', status] as const) : [status]).map(avatarStatus),
    'avatar:state-changed': ({ state }) => (state === 'loading' ? [avatarStatus('LOADING')] : []),
  },
  'load-progress': { 'load-progress': ({ percent }) => [{ percent, progress: percent }] },
  'websocket-message': {
    'websocket-message': (frame) => [
      frame.type === 'sentence' ? { ...frame, ...chatText(frame.text, false) } : frame,
    ],
    'user-transcript': ({ text, final }) => (final && text !== '' ? [chatText(text, true)] : []),
  },
  'mic-status': { 'mic-update': (enabled) => [{ micStatus: enabled }] },
  'media-connecting': {
    'connection:state-changed': (details) => (details.state === 'connecting' ? [details] : []),
  },
};

export type OldListener = (details: unknown) => void;

/** Listens to an event by its old name, with its old details. Returns a function that removes the listener. */
export function listenAs(parley: Pick<Parley, 'on'>, name: string, listener: OldListener): () => void {
  if (!Object.hasOwn(translations, name)) return parley.on(name as keyof ParleyEvents, listener);
  const stops = Object.entries(translations[name] ?? {}).map(([source, translate]) =>
    parley.on(source as keyof ParleyEvents, (details) => {
      for (const each of (translate as (details: unknown) => readonly unknown[])(details)) listener(each);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
