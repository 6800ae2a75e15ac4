import type { AvatarStatus } from '@parley/client/sdk';
import type { Texts } from '../texts/index.ts';

/** Everything that decides what the page says about a call. */
export type CallFacts = {
  readonly link: 'none' | 'connected' | 'lost';
  readonly isOnline: boolean;
  readonly isSlow: boolean;
  readonly avatar: AvatarStatus;
  /** Words have arrived, but not their sound. */
  readonly isAboutToSpeak: boolean;
  /** `opening`: the visitor has allowed it before. */
  readonly microphone: 'off' | 'asking' | 'opening' | 'on' | 'denied';
  /** The speech recognition is ready. */
  readonly canHear: boolean;
  readonly isAudioLocked: boolean;
  /** Push to talk: whether the visitor holds the button now. `none` without push to talk. */
  readonly turn: 'none' | 'rest' | 'held' | 'ended';
  /** What happened to the latest turn. */
  readonly turnNotice: string;
  readonly microphoneProblem: string;
  readonly transcriptProblem: string;
};

export type CallState =
  | 'connecting'
  | 'lost'
  | 'asking'
  | 'preparing'
  | 'listening'
  | 'thinking'
  | 'speaking'
  | 'hold'
  | 'type'
  | 'ready';

export const noCall: CallFacts = {
  link: 'none',
  isOnline: true,
  isSlow: false,
  // The status of a new call. It is not announced, because it is not a change.
  avatar: 'UNLOADED',
  isAboutToSpeak: false,
  microphone: 'off',
  canHear: false,
  isAudioLocked: false,
  turn: 'none',
  turnNotice: '',
  microphoneProblem: '',
  transcriptProblem: '',
};

/** The one state that a call is in. Null without a call. */
export function callState({
  link,
  isOnline,
  avatar,
  isAboutToSpeak,
  microphone,
  canHear,
  turn,
}: CallFacts): CallState | null {
  if (link === 'none') return null;
  if (link === 'lost' || !isOnline) return 'lost';
  if (avatar === 'UNLOADED' || avatar === 'LOADED') return 'connecting';
  if (turn !== 'held') {
    if (avatar === 'TALKING') return 'speaking';
    if (avatar === 'THINKING' || turn === 'ended') return 'thinking';
    if (isAboutToSpeak) return 'preparing';
  }
  if (microphone === 'asking') return 'asking';
  if (turn === 'rest' && microphone !== 'denied') return 'hold';
  if (microphone === 'on' && canHear) return 'listening';
  if (turn === 'held') return 'preparing';
  // The visitor can type while the speech recognition loads. The microphone button shows its progress.
  return microphone === 'opening' || microphone === 'on' ? 'type' : 'ready';
}

export function stateText(facts: CallFacts, texts: Texts): string {
  const state = callState(facts);
  return state === null ? '' : texts.status[state];
}

/** One sentence about what is wrong, or what the visitor can do. The most important one comes first. */
export function noticeText(facts: CallFacts, texts: Texts): string {
  const { link, isOnline, isSlow, isAudioLocked, microphone } = facts;
  const { microphoneProblem, transcriptProblem, turnNotice } = facts;
  if (link === 'none') return '';
  if (!isOnline) return texts.offline;
  if (link === 'lost') return texts.reconnecting;
  if (transcriptProblem !== '') return transcriptProblem;
  if (isAudioLocked) return texts.audioLocked;
  if (microphone === 'asking') return texts.microphoneAsked;
  // The reason is known in English only.
  if (microphoneProblem !== '') return texts.notHeard || microphoneProblem;
  if (turnNotice !== '') return turnNotice;
  return isSlow ? texts.slow : '';
}

/** The visitor may close what is no longer news. What lasts as long as its reason stays. */
export const isDismissable = (facts: CallFacts, texts: Texts): boolean =>
  noticeText(facts, texts) !== noticeText({ ...facts, microphoneProblem: '', transcriptProblem: '' }, texts);
