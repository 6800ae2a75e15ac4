import type { AvatarStatus, ServerFrame } from '@parley/protocol';
import type { CallbackMessage } from '../../bus/index.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { SessionStart } from '../session/session-start.ts';
import { Record } from './conversation-recorder.ts';
import { ModelContext } from './model-context.ts';
import { RegisteredTags } from './registered-tags.ts';
import { Speaker } from './speaker.ts';
import { readSaid } from './speech-reader.ts';
import {
  type Conversation,
  type ConversationInput,
  newConversation,
  statusOf,
} from './state/conversation.ts';
import { packUnsaid, unpackUnsaid } from './state/pending-utterances.ts';
import { stepConversation } from './state/step-conversation.ts';
import { StatusView } from './status-publisher.ts';
import { Turns } from './turn-runner.ts';

const maxWaiting = 20;
const maxCallbacksAttached = 200;
/** After a restart utterances are numbered from far above those that a client may still report. */
const utterancesPerTurn = 1_000;

/** What is asked and said in one session. The steps are the conversation's; here they are carried out. */
export class Talk {
  readonly record: Record;
  readonly speaker: Speaker;
  readonly statusView: StatusView;
  readonly registeredTags: RegisteredTags;
  readonly modelContext = new ModelContext();
  microphoneOpen = false;
  private readonly session: LiveSession;
  private readonly turns: Turns;
  private conversation: Conversation;
  private greeted: boolean;

  constructor(session: LiveSession, { lastTurn, lastMessage, unsaid, tags, link }: SessionStart) {
    const fresh = { ...newConversation, lastTurn, lastUtterance: lastTurn * utterancesPerTurn };
    this.session = session;
    this.conversation = unpackUnsaid(fresh, unsaid);
    this.greeted = link.kind !== 'waiting';
    this.registeredTags = new RegisteredTags(tags);
    this.record = new Record(session, lastMessage);
    this.turns = new Turns(session);
    this.speaker = new Speaker(session);
    this.statusView = new StatusView({
      send: (status) => session.send({ type: 'status', status }),
      report: (state, previous_state) => {
        if (session.news.concernsNobody('avatar:state-changed')) return;
        const details = { state: state.toLowerCase(), previous_state: previous_state.toLowerCase() };
        session.news.report('avatar:state-changed', details);
      },
    });
  }

  get status(): AvatarStatus {
    return statusOf(this.conversation);
  }

  /** Whether a question is with the brain. */
  get busy(): boolean {
    return this.conversation.asking !== null;
  }

  get isSpeaking(): boolean {
    return this.conversation.speaking !== null;
  }

  /** The number of the question or announcement that came last. */
  get lastTurn(): number {
    return this.conversation.lastTurn;
  }

  /** Whether the client has asked or ordered more than can be worked off soon. */
  get crowded(): boolean {
    return this.conversation.waiting.length >= maxWaiting || this.conversation.toSay.length >= maxWaiting;
  }

  step(input: ConversationInput): void {
    const { session } = this;
    if (session.ended) return;
    const { conversation, effects } = stepConversation(this.conversation, input);
    this.conversation = conversation;
    this.statusView.show(this.status);
    const now = session.context.clock.now();
    if (this.busy || this.isSpeaking || effects.length > 0) session.patience.talked(now);
    for (const effect of effects) {
      if (effect.kind === 'send') this.send(effect.frame);
      else if (effect.kind === 'ask') this.turns.ask(effect.turn);
      else if (effect.kind === 'abandon') this.turns.abandon(effect.turn);
      else this.record.said(effect);
    }
    session.patience.watchPlayback(this.conversation.speaking, now);
  }

  /** The page is ready to be spoken to. */
  async open(): Promise<void> {
    this.step({ kind: 'opened' });
    if (this.greeted) return;
    this.greeted = true;
    const greeting = (await this.session.avatar())?.avatar.greeting ?? '';
    if (greeting !== '' && !this.session.ended) this.announce('greeting', greeting, false);
  }

  announce(as: 'callback' | 'say' | 'greeting', text: string, interrupt: boolean): void {
    const items = readSaid(text, this.registeredTags.registry, this.noteUnknownTag);
    const turn = this.conversation.lastTurn + 1;
    this.record.announced(turn, as);
    this.step({ kind: 'announce', as, items, interrupt, turn });
  }

  /** False where so much waits to be said already that this has no place. */
  takeCallback({ message, interrupt }: CallbackMessage): boolean {
    const limit = this.session.attached ? maxCallbacksAttached : maxWaiting;
    if (this.conversation.toSay.length >= limit) return false;
    this.announce('callback', message, interrupt);
    return true;
  }

  /** The client will not tell any more what it has played. */
  assumePlayed(): void {
    const { speaking } = this.conversation;
    if (speaking === null) return;
    this.step({ kind: 'played', utterance: speaking.id, sentences: speaking.items.length, done: true });
  }

  /** The turn that an utterance belongs to, as long as it is being said. */
  turnOf(utterance: number): number | null {
    const { speaking } = this.conversation;
    return speaking?.id === utterance ? speaking.turn : null;
  }

  readonly noteUnknownTag = (tag: string): void => {
    const { context, identity } = this.session;
    context.log.debug({ sessionId: identity.id, tag }, 'a tag that nobody registered was dropped');
  };

  /** Only a language model can be told so; an endpoint keeps its own memory. */
  async addContext(text: string): Promise<void> {
    const { session } = this;
    const { brain, allowContext } = (await session.avatar())?.avatar ?? {};
    if (brain === 'model' && allowContext) return this.modelContext.add(text);
    const message =
      brain === 'model'
        ? 'Pages may not add context for this avatar.'
        : 'This avatar has an endpoint, which keeps its own context: send it a custom tag.';
    session.send({ type: 'error', code: 'no_context', message });
  }

  async clearContext(): Promise<void> {
    this.modelContext.clear();
    await this.record.clearHistory();
  }

  /** The client is gone, for now at least. */
  detach(): void {
    this.microphoneOpen = false;
    this.speaker.want(false, false);
    this.step({ kind: 'detached' });
  }

  /** What waits for a user who is away. */
  unsaid(): string | null {
    return packUnsaid(this.conversation);
  }

  close(): void {
    this.turns.stop();
    this.speaker.stop();
    this.record.closed(this.conversation);
  }

  private send(frame: ServerFrame): void {
    this.session.send(frame);
    if (frame.type === 'sentence') this.speaker.say(frame);
    else if (frame.type === 'stop') this.speaker.stop();
  }
}
