import { type AvatarStatus, type ClientFrames, sanitizeText } from '@parley/protocol';
import type { Person } from '@parley/protocol/management';
import { avatarIn } from '../../avatars/index.ts';

import type { CallbackMessage } from '../../bus/index.ts';
import type { SessionEvents } from '../events/event-publisher.ts';
import type { UserFacts } from '../identity/user-facts.ts';
import { hasPersonChanged, PersonWords, restorePerson } from '../person/stored-person.ts';
import { UnsentTakeover } from '../person/unsent-takeover.ts';
import { watchStep } from '../person/watch-conversation.ts';
import type { Watched } from '../person/watch-log.ts';
import type { Announcement, ConversationDeps, ConversationOwner } from './conversation-deps.ts';
import { ConversationRecorder } from './conversation-recorder.ts';
import type { ConversationStart } from './conversation-start.ts';
import { ModelContext } from './model-context.ts';
import { QueuedWords } from './queued-words.ts';
import { PlaybackDeadline } from './speech/playback-deadline.ts';
import { RegisteredTags } from './speech/registered-tags.ts';
import { Speaker, type SpeakerOwner } from './speech/speaker.ts';
import { readSpeech } from './speech/speech-reader.ts';
import {
  type ClaimedHeard,
  type Conversation,
  type ConversationEffect,
  type ConversationInput,
  currentTurn,
  currentUtterance,
  newConversation,
  type PersonState,
  statusOf,
} from './state/conversation.ts';
import { type PendingWords, pendingWordsOf, restorePendingUtterances } from './state/pending-utterances.ts';
import { stepConversation } from './state/step-conversation.ts';
import { bytesOfItems, heardText } from './state/utterance.ts';
import { StatusPublisher } from './status-publisher.ts';
import { TurnRunner, type TurnRunnerOwner } from './turns/turn-runner.ts';
import { type Announced, TurnTraces } from './turns/turn-traces.ts';
import { mayAnswer, mayAsk, mayCallBack, maySayMore } from './waiting-limits.ts';
import type { WordsTaken } from './word-refusals.ts';

/** After a restart, utterances get numbers far above those that a client may still report. */
const utterancesPerTurn = 1_000;

/** Carries out the steps of a conversation: asks the brain, sends frames and sound, records. */
export class ConversationRunner implements TurnRunnerOwner, SpeakerOwner {
  readonly tags: RegisteredTags;
  /** How many questions the visitor has asked. */
  questions: number;
  readonly unsentTakeover: UnsentTakeover;
  /** Context that the page has added for a language model. It is never stored. */
  readonly modelContext = new ModelContext();
  readonly #deps: ConversationDeps;
  readonly #owner: ConversationOwner;
  readonly #recorder: ConversationRecorder;
  readonly #turns: TurnRunner;
  readonly #speaker: Speaker;
  readonly #status: StatusPublisher;
  readonly #playbackDeadline = new PlaybackDeadline();
  readonly #traces: TurnTraces | null;
  readonly #queued: QueuedWords;
  #conversation: Conversation;
  readonly #watched: Watched;
  #greeted: boolean;

  constructor(
    deps: ConversationDeps,
    user: UserFacts,
    owner: ConversationOwner,
    events: SessionEvents,
    watched: Watched,
    start: ConversationStart,
  ) {
    const { lastTurn, pendingUtterances, tags, greeted, context = [], person = null } = start;
    const language = start.language ?? user.language ?? null;
    const fresh = { ...newConversation, lastTurn, lastUtterance: lastTurn * utterancesPerTurn, language };
    this.#deps = deps;
    this.#owner = owner;
    this.#watched = watched;
    this.#conversation = restorePerson(restorePendingUtterances(fresh, pendingUtterances), person);
    this.unsentTakeover = new UnsentTakeover(start.takeoverFrom ?? null);
    this.#queued = new QueuedWords(deps.queueShares, user.accountId, this.#conversation);
    this.#greeted = greeted;
    for (const text of context) this.modelContext.add(text);
    this.questions = start.questions + (person?.unanswered.length ?? 0);
    this.tags = new RegisteredTags(tags, deps.log, user.sessionId, (reason) => {
      void owner.personRequests.add(reason, 'avatar');
    });
    this.#recorder = new ConversationRecorder(deps, user, events, watched, start);
    this.#traces = deps.tracer && new TurnTraces(deps.tracer, user);
    const parts = { user, session: owner, recorder: this.#recorder, traces: this.#traces };
    this.#turns = new TurnRunner(deps, parts, this);
    this.#speaker = new Speaker(deps, parts, this);
    this.#status = new StatusPublisher(owner, events);
  }

  get status(): AvatarStatus {
    return statusOf(this.#conversation);
  }

  /** Whether the brain is answering a question. */
  get isAsking(): boolean {
    return currentTurn(this.#conversation) !== null;
  }

  get isSpeaking(): boolean {
    return currentUtterance(this.#conversation) !== null;
  }

  /** Whether somebody answers or speaks. */
  get isBusy(): boolean {
    return this.isAsking || this.isSpeaking || this.person !== null;
  }

  /** The pending utterances for storage; null if there are none. It is the same object until they change. */
  get pendingUtterances(): PendingWords | null {
    return pendingWordsOf(this.#conversation.pendingUtterances);
  }

  /** The person who answers in place of the brain. */
  get person(): PersonState | null {
    return this.#conversation.person;
  }

  /** The person with the questions that wait for them, for storage. */
  get storedPerson(): PersonWords | null {
    return this.person && new PersonWords(this.person, (turn) => this.#recorder.stored(turn));
  }

  /** The client was welcomed with the current status. */
  attach(): void {
    this.#status.handleWelcome(this.status);
    this.take({ kind: 'attached' });
  }

  detach(): void {
    this.#speaker.setAudioWanted(false, false);
    this.take({ kind: 'detached' });
  }

  /** The client has loaded this fraction of its face and voice. */
  setLoaded(progress: number): void {
    this.#status.handleProgress(progress);
    this.take({ kind: 'loaded', progress });
  }

  /** Takes one step of the conversation: applies the input and carries out its effects. */
  take(input: ConversationInput): void {
    if (this.#owner.ended) return;
    const before = this.#conversation;
    const { conversation, effects } = stepConversation(before, input);
    this.#conversation = conversation;
    this.#queued.update(conversation);
    this.#status.publish(this.status);
    const isPersons = hasPersonChanged(before, conversation);
    if (this.isAsking || this.isSpeaking || effects.length > 0 || isPersons) this.#owner.timers.noteMessage();
    if (this.#watched.log !== null) watchStep(this.#watched.log, before, conversation, effects);
    for (const effect of effects) this.#apply(effect);
    if (conversation.person !== null) this.unsentTakeover.begin(this.#recorder.lastMessage);
    if (isPersons) void this.#owner.savePerson();
    this.#playbackDeadline.watch(currentUtterance(this.#conversation), this.#deps.clock.now());
  }

  /** The visitor starts the conversation. The first time, the avatar greets. */
  async open(): Promise<void> {
    const isFirst = !this.#greeted;
    this.#greeted = true;
    // Before the step: otherwise it would be the visitor's turn for a moment.
    const avatar = isFirst ? (await this.#owner.avatar())?.avatar : undefined;
    this.take({ kind: 'opened' });
    const greeting = avatar === undefined ? '' : avatarIn(avatar, this.language ?? avatar.language).greeting;
    if (greeting !== '' && !this.#owner.ended) this.announce('greeting', greeting);
  }

  /** `words` is the message as the transcript shows it: empty for a message of tags alone. */
  ask(
    message: string,
    words: string,
    hasWords: boolean,
    heard: ClaimedHeard,
    { spoken = false, traceparent }: Pick<ClientFrames['message'], 'spoken' | 'traceparent'>,
  ): WordsTaken {
    if (!mayAsk(this.#conversation) || !this.#queued.fits(message.length)) return 'too-many';
    if (!this.#recorder.hasRoomFor(words)) return 'full';
    this.questions += 1;
    this.#traces?.startQuestion(this.#conversation.lastTurn + 1, traceparent);
    this.take({ kind: 'ask', message, hasWords, heard });
    // After the step, so that an interrupted utterance comes before the message in the transcript.
    this.#recorder.addQuestion(words, this.#conversation.lastTurn, spoken);
    return 'taken';
  }

  setAudioWanted(wanted: boolean, deviceSpeaks: boolean, deviceLanguages: readonly string[]): void {
    this.#speaker.setAudioWanted(wanted, deviceSpeaks, deviceLanguages);
    this.take({ kind: 'sound-wanted', wanted });
  }

  announce(
    as: Announced,
    text: string,
    { traceparent, interrupt = false, ...words }: Announcement = {},
  ): WordsTaken {
    if (!this.#recorder.hasRoomFor(text)) return 'full';
    const mayRequest = as === 'callback' || as === 'greeting';
    const items = readSpeech(text, mayRequest ? this.tags : this.tags.withoutRequests);
    if (!this.#queued.fits(bytesOfItems(items))) return 'too-many';
    const turn = this.#conversation.lastTurn + 1;
    this.#traces?.startUtterance(turn, as, traceparent);
    this.#recorder.addAnnouncement(turn, as);
    this.take({ kind: 'announce', as, items, interrupt, turn, ...words });
    return 'taken';
  }

  /** The avatar says the words of the person who has taken over. */
  sayAs({ name }: Person, { id, text }: { readonly id: string; readonly text: string }): WordsTaken {
    if (!mayAnswer(this.#conversation)) return 'too-many';
    return this.announce('person', sanitizeText(text), { words: { id, by: name } });
  }

  takeCallback({ message, ...further }: CallbackMessage): WordsTaken {
    if (!mayCallBack(this.#conversation, this.#owner.attached)) return 'too-many';
    return this.announce('callback', message, further);
  }

  /** The page makes the avatar say a text. Any visitor can send this frame, so the record marks it. */
  say(text: string): WordsTaken {
    return maySayMore(this.#conversation) ? this.announce('say', text) : 'too-many';
  }

  async clearContext(): Promise<void> {
    this.modelContext.clear();
    await this.#recorder.clearHistory();
  }

  /** A client that does not report the end of playback must not keep the avatar talking for ever. */
  checkPlayback(now: number): void {
    const report = this.#playbackDeadline.overdueReport(now);
    if (report !== null) this.take(report);
  }

  /** The language of what is said now; null if nothing has told it. */
  get language(): string | null {
    return this.#conversation.language;
  }

  /** The brain was told what people said, up to this message. */
  handleTakeoverSent(upTo: number): void {
    this.unsentTakeover.handleSent(upTo, this.#conversation, this.#recorder.lastMessageOfPerson);
    void this.#owner.savePerson();
  }

  /** Stops asking and speaking. */
  stop(): void {
    this.#turns.stop();
    this.#speaker.stop();
    this.#queued.release();
  }

  /** Settles when everything that was asked and said is stored. */
  async settled(): Promise<void> {
    await this.#turns.settled();
    await this.#deps.recorder.settled();
  }

  /** The session ends. What was heard of the current utterance goes into the transcript. */
  close(): void {
    this.stop();
    const speaking = currentUtterance(this.#conversation);
    if (speaking !== null) this.#recorder.addSpeech(speaking, heardText(speaking, null), true);
    this.#recorder.addPersonAnswers(this.person?.unanswered ?? [], 'interrupted');
    this.#traces?.close();
  }

  #apply(effect: ConversationEffect): void {
    switch (effect.kind) {
      case 'send':
        this.#owner.send(effect.frame);
        if (effect.frame.type === 'sentence') {
          this.#recorder.noteSentence(effect.frame.utterance);
          // Only the current utterance has sentences to say.
          this.#speaker.say(effect.frame, currentUtterance(this.#conversation)?.turn ?? 0);
        } else if (effect.frame.type === 'stop') this.#speaker.stop();
        return;
      case 'ask':
        return this.#turns.ask(effect.turn);
      case 'abandon':
        return this.#turns.abandon(effect.turn);
      case 'withdraw':
        return this.#turns.withdraw(effect.turn);
      case 'answered':
        this.#recorder.addPersonAnswers(effect.turns, 'person');
        return this.#traces?.endAnswered(effect.turns);
      case 'said':
        this.#recorder.addSpeech(effect.utterance, effect.text, effect.interrupted);
        return this.#traces?.handleSaid(effect.utterance, effect.interrupted);
    }
  }
}
