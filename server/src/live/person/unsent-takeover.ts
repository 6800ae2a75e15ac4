import { type Conversation, currentUtterance } from '../conversation/state/conversation.ts';

/** Which part of the transcript people have said that the brain has not been told. */
export class UnsentTakeover {
  /** The number of its first message; null if the brain has been told all. */
  from: number | null;

  constructor(from: number | null) {
    this.from = from;
  }

  /** A person takes over after this message. */
  begin(lastMessage: number): void {
    this.from ??= lastMessage + 1;
  }

  /** The brain was told everything up to this message. A person may have said more while it answered. */
  handleSent(upTo: number, conversation: Conversation, lastOfPerson: number): void {
    const { person, pendingUtterances } = conversation;
    const unsaid = [currentUtterance(conversation), ...pendingUtterances];
    const isAllSpoken = person === null && unsaid.every((utterance) => utterance?.kind !== 'person');
    this.from = isAllSpoken && lastOfPerson <= upTo ? null : upTo + 1;
  }
}
