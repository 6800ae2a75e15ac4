import type {
  AttachedClient,
  Conversation,
  ConversationInput,
  ConversationStep,
  Stage,
} from './conversation.ts';
import { Draft } from './draft.ts';
import { interrupt } from './interrupting.ts';
import { handBack, setTyping, takeOver } from './person.ts';
import { addQuestion } from './questions.ts';
import { makeAudible, returnUnplayed, speak, takePlaybackReport } from './speaking.ts';
import { announce, extendReply } from './utterance-queue.ts';

const attached: AttachedClient = {
  microphoneOpen: false,
  wantsSound: false,
  listening: false,
  speaking: null,
};

/** The transition function of a conversation. */
export function stepConversation(conversation: Conversation, input: ConversationInput): ConversationStep {
  const draft = new Draft(conversation);
  apply(draft, input);
  speak(draft);
  return { conversation: draft.state, effects: draft.effects };
}

function apply(draft: Draft, input: ConversationInput): void {
  const { state } = draft;
  switch (input.kind) {
    case 'attached':
      state.client ??= attached;
      return;
    case 'detached':
      returnUnplayed(draft);
      state.client = null;
      return;
    case 'loaded':
      state.stage = stageAt(state.stage, input.progress);
      return;
    case 'opened':
      state.stage = 'open';
      return;
    case 'microphone':
      if (state.client !== null)
        state.client = { ...state.client, microphoneOpen: input.open, listening: input.open };
      return;
    case 'speech':
      if (state.client !== null)
        state.client = { ...state.client, listening: input.active || state.client.microphoneOpen };
      return;
    case 'ask':
      if (input.hasWords) interrupt(draft, input.heard);
      return addQuestion(draft, input.message, input.hasWords);
    case 'reply':
      return extendReply(draft, input);
    case 'announce':
      return announce(draft, input);
    case 'take-over':
      return takeOver(draft, input);
    case 'hand-back':
      return handBack(draft);
    case 'typing':
      return setTyping(draft, input.active);
    case 'played':
      return takePlaybackReport(draft, input);
    case 'sound-wanted':
      if (state.client !== null) state.client = { ...state.client, wantsSound: input.wanted };
      if (!input.wanted) makeAudible(draft, null);
      return;
    case 'audible':
      return makeAudible(draft, input.utterance);
    case 'language':
      state.language = input.language;
      return;
    case 'interrupt':
      return interrupt(draft, input.heard);
  }
}

function stageAt(stage: Stage, progress: number): Stage {
  const isOpen = stage === 'open' || stage === 'reloading';
  if (progress < 1) return isOpen ? 'reloading' : 'unloaded';
  return isOpen ? 'open' : 'loaded';
}
