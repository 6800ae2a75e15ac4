import type { ServerFrame } from '@parley/protocol';
import type { ClaimedHeard, ConversationInput } from './conversation.ts';
import type { Draft } from './draft.ts';
import { addLetters, languageAt, languageOfUtterance } from './language.ts';
import {
  beginUtterance,
  type CurrentUtterance,
  heardText,
  isAnswer,
  needsPlayback,
  type SpeechItem,
  sentSentences,
  textOf,
  type Utterance,
  unplayedItems,
} from './utterance.ts';

/**
 * Sends what can be sent: the rest of the current utterance, then pending ones as long as they need no playback. While a
 * person answers, only answers are said and the rest is held.
 */
export function speak(draft: Draft): void {
  const { state } = draft;
  while (state.client !== null && (state.stage === 'open' || state.stage === 'reloading')) {
    const { speaking } = draft;
    if (speaking === null) {
      const pending = state.pendingUtterances;
      const next = state.person === null ? pending[0] : pending.find(isAnswer);
      if (next === undefined) return;
      draft.speaking = beginUtterance(next, !state.client.wantsSound);
      state.pendingUtterances = pending.filter((utterance) => utterance !== next);
    } else if (!sendRest(draft, speaking)) return;
  }
}

/** Sends the new items of the current utterance. True if it is over and the next one can begin. */
function sendRest(draft: Draft, speaking: CurrentUtterance): boolean {
  const { id, items, complete } = speaking;
  let index = sentSentences(speaking);
  let { letters } = speaking;
  for (const item of items.slice(speaking.sentItems)) {
    const language = languageAt(item, draft.state.language);
    draft.state.language = language;
    draft.effects.push({ kind: 'send', frame: frameOf(speaking, item, index, language) });
    if (item.kind !== 'sentence') continue;
    index += 1;
    if (language !== null) letters = addLetters(letters, item, language);
  }
  if (complete && !speaking.endSent && index > 0) {
    const { language: atEnd } = draft.state;
    const language = atEnd === null ? {} : { language: languageOfUtterance({ items, letters }, atEnd) };
    const frame = { type: 'utterance-end', utterance: id, sentences: index, ...language } as const;
    draft.effects.push({ kind: 'send', frame });
  }
  const sent = { ...speaking, letters, sentItems: items.length, endSent: complete };
  draft.speaking = sent;
  if (!complete || needsPlayback(sent)) return false;
  finish(draft, sent);
  return true;
}

export function takePlaybackReport(draft: Draft, report: ConversationInput & { kind: 'played' }): void {
  const { speaking } = draft;
  if (speaking === null || speaking.id !== report.utterance) return;
  const sent = sentSentences(speaking);
  if (report.done && speaking.complete && speaking.sentItems === speaking.items.length) {
    finish(draft, { ...speaking, playedSentences: sent });
  } else {
    const playedSentences = Math.max(speaking.playedSentences, Math.min(report.sentences, sent));
    draft.speaking = { ...speaking, playedSentences, audible: speaking.audible || playedSentences > 0 };
  }
}

/** The utterance has its first sound, or will have none. A null `utterance` means the current one. */
export function makeAudible(draft: Draft, utterance: number | null): void {
  const { speaking } = draft;
  if (speaking === null || (utterance !== null && speaking.id !== utterance)) return;
  draft.speaking = { ...speaking, audible: true };
}

/** Stops the current utterance. The next question carries what was heard of it. */
export function stopSpeaking(draft: Draft, heard: ClaimedHeard): void {
  const { speaking } = draft;
  if (speaking === null) return;
  const claimed = heard !== null && heard.utterance === speaking.id ? heard.text : null;
  const text = heardText(speaking, claimed);
  draft.effects.push({ kind: 'send', frame: { type: 'stop', utterance: speaking.id } });
  draft.effects.push({ kind: 'said', utterance: speaking, text, interrupted: true });
  draft.speaking = null;
  // The brain has said nothing that a person says.
  if (speaking.kind !== 'person') draft.state.heard = text;
}

/** The socket is lost: what was not reported as played is said again later, as a new utterance. */
export function returnUnplayed(draft: Draft): void {
  const { state, speaking } = draft;
  if (speaking === null) return;
  const { turn, kind, complete, by } = speaking;
  const items = unplayedItems(speaking);
  const text = textOf(speaking.items.slice(0, speaking.items.length - items.length));
  if (text !== '') draft.effects.push({ kind: 'said', utterance: speaking, text, interrupted: false });
  draft.speaking = null;
  if (items.length === 0 && complete) return;
  state.lastUtterance += 1;
  const again = { id: state.lastUtterance, turn, kind, items, complete, ...(by !== undefined && { by }) };
  state.pendingUtterances = [again, ...state.pendingUtterances];
}

function finish(draft: Draft, utterance: CurrentUtterance): void {
  const text = textOf(utterance.items);
  if (text !== '') draft.effects.push({ kind: 'said', utterance, text, interrupted: false });
  draft.speaking = null;
}

function frameOf(
  { id: utterance, kind }: Utterance,
  item: SpeechItem,
  index: number,
  language: string | null,
): ServerFrame {
  if (item.kind === 'sentence') {
    const { text, markup } = item;
    const further = { ...(language !== null && { language }), ...(kind === 'apology' && { failed: true }) };
    return { type: 'sentence', utterance, index, text, markup, ...further };
  }
  const event = item.event === null ? {} : { event: item.event };
  return { type: 'tag', name: item.name, ...event, attributes: { ...item.attributes } };
}
