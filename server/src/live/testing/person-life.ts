import type { ServerFrame } from '@parley/protocol';
import type { Person } from '@parley/protocol/management';
import type { PersonCommand, PersonOutcome } from '../../bus/index.ts';
import type { Chance } from './chance.ts';
import type { LiveApp } from './live-app.ts';
import { until } from './until.ts';

type LiveWire = Awaited<ReturnType<LiveApp['enter']>>;

const members: readonly [Person, Person] = [
  { id: 'mem_ada', name: 'Ada' },
  { id: 'mem_ben', name: 'Ben' },
];

/** What a visitor plays of one utterance. */
type Playing = { readonly id: number; readonly sentences: string[]; played: number; ended: boolean };

/**
 * One session in which everybody acts at once: a visitor who plays what they get and interrupts, a brain, callbacks and
 * two members. It remembers what was promised and what was heard.
 */
export class PersonLife {
  readonly sessionId: string;
  readonly problems: string[] = [];
  readonly heard: string[] = [];
  questions = 0;
  readonly #apps: readonly LiveApp[];
  readonly #chance: Chance;
  readonly #owed = new Set<string>();
  readonly #stopped = new Set<string>();
  #wire: LiveWire;
  #playing: Playing | null = null;
  #answering = false;
  /** The question whose reply is said while a person answers. */
  #finishing: string | null = null;
  #count = 0;

  constructor(apps: readonly LiveApp[], chance: Chance, sessionId: string, wire: LiveWire) {
    this.#apps = apps;
    this.#chance = chance;
    this.sessionId = sessionId;
    this.#wire = wire;
    this.#follow(wire);
  }

  async act(): Promise<void> {
    const chance = this.#chance;
    const acts = [
      () => this.#ask(),
      () => this.#callback(),
      () =>
        this.#command({
          kind: 'take',
          person: this.#member,
          cut: chance.happens(0.5),
          handBackMs: 3_600_000,
        }),
      () => this.#say(),
      () => this.#say(),
      () => this.#command({ kind: 'typing', personId: this.#member.id }),
      () => this.#command({ kind: 'release', personId: this.#member.id }),
      () => this.#twoAtOnce(),
      async () => this.#wire.send({ type: 'interrupt' }),
      () => this.#returnElsewhere(),
    ] as const;
    await (acts[chance.below(acts.length)] ?? acts[0])();
    for (let turns = chance.below(20); turns > 0; turns--) await new Promise(setImmediate);
  }

  /** Nobody acts any more. Everything that was promised is said. */
  async settle(): Promise<void> {
    for (const { id: personId } of members) await this.#command({ kind: 'release', personId });
    await until(`the end of everything in ${this.sessionId}`, () => {
      const session = this.#apps.map(({ live }) => live.sessions.get(this.sessionId)).find((one) => one);
      return (
        session?.attached && !session.conversation.isBusy && session.conversation.pendingUtterances === null
      );
    });
    await this.#wire.quiet();
    for (const text of this.#owed)
      if (!this.heard.includes(text) && !this.#stopped.has(text)) this.problems.push(`lost: ${text}`);
    if (new Set(this.heard).size !== this.heard.length) this.problems.push(`twice: ${this.heard}`);
  }

  get #member() {
    return this.#chance.one(members);
  }

  get #app(): LiveApp {
    return this.#apps[this.#chance.below(this.#apps.length)] as LiveApp;
  }

  #text(kind: 'c' | 'p' | 'q'): string {
    this.#count += 1;
    return `${kind}${this.#count}.`;
  }

  async #ask(): Promise<void> {
    this.questions += 1;
    this.#wire.say(this.#text('q'));
    await this.#wire.quiet();
  }

  async #callback(): Promise<void> {
    const message = this.#text('c');
    const call = { message, interrupt: this.#chance.happens(0.3) };
    // While the session moves, nobody knows whether it was taken.
    const outcome = await this.#app.test.bus.sessions.callback(this.sessionId, call).catch(() => 'unknown');
    if (outcome === 'taken') this.#owed.add(message);
  }

  async #say(): Promise<void> {
    const text = this.#text('p');
    const command = { kind: 'say', personId: this.#member.id, id: text, text } as const;
    const { outcome } = await this.#command(command);
    if (outcome === 'done') this.#owed.add(text);
    if (this.#chance.happens(0.3)) await this.#command(command);
  }

  async #twoAtOnce(): Promise<void> {
    const both = await Promise.all(
      members.map((person) => this.#command({ kind: 'take', person, cut: true, handBackMs: 3_600_000 })),
    );
    if (both.filter(({ outcome }) => outcome === 'done').length > 1) this.problems.push('two people at once');
  }

  /** The session may be moving to another process. Then a person tries again. */
  async #command(command: PersonCommand): Promise<PersonOutcome> {
    return await until(`an answer to ${command.kind}`, () =>
      this.#app.test.bus.sessions.person(this.sessionId, command).catch(() => undefined),
    );
  }

  async #returnElsewhere(): Promise<void> {
    // The service knows what was played.
    await this.#wire.quiet();
    const { resume } = this.#wire.welcome;
    this.#playing = null;
    const old = this.#wire;
    old.cut();
    const wire = await this.#app.enter({ sessionId: this.sessionId, resume });
    this.#wire = wire;
    this.#answering = false;
    this.#follow(wire);
    wire.ready();
  }

  #follow(wire: LiveWire): void {
    for (const frame of wire.frames) this.#take(frame);
    wire.socket.on('message', (data, isBinary) => {
      if (!isBinary && wire === this.#wire) this.#take(JSON.parse(String(data)) as ServerFrame);
    });
  }

  #take(frame: ServerFrame): void {
    if (frame.type === 'people') {
      this.#answering = frame.answering;
      this.#finishing = null;
    } else if (frame.type === 'stop') {
      if (this.#playing?.id !== frame.utterance) return;
      for (const text of this.#playing.sentences.slice(this.#playing.played)) this.#stopped.add(text);
      this.#playing = null;
    } else if (frame.type === 'sentence') {
      this.#checkSpeaker(frame.text);
      if (this.#playing !== null && this.#playing.id !== frame.utterance && this.#isUnplayed(this.#playing))
        this.problems.push(`two at once: ${frame.text}`);
      if (this.#playing?.id !== frame.utterance) {
        this.#playing = { id: frame.utterance, sentences: [], played: 0, ended: false };
        void this.#play(this.#playing);
      }
      this.#playing.sentences.push(frame.text);
    } else if (frame.type === 'utterance-end' && this.#playing?.id === frame.utterance)
      this.#playing.ended = true;
  }

  /** While a person answers, only they speak. One reply that had begun may finish. */
  #checkSpeaker(text: string): void {
    if (!this.#answering || text.startsWith('p')) return;
    const question = text.slice(0, -2);
    if (text.startsWith('R')) this.#finishing ??= question;
    if (this.#finishing !== question) this.problems.push(`beside a person: ${text}`);
  }

  #isUnplayed({ sentences, played, ended }: Playing): boolean {
    return played < sentences.length || !ended;
  }

  async #play(playing: Playing): Promise<void> {
    const wire = this.#wire;
    while (this.#playing === playing && wire === this.#wire) {
      for (let turns = this.#chance.below(6); turns >= 0; turns--) await new Promise(setImmediate);
      if (this.#playing !== playing) return;
      const { id: utterance, sentences } = playing;
      const next = sentences[playing.played];
      if (next !== undefined) {
        this.heard.push(next);
        playing.played += 1;
        wire.send({ type: 'playback', utterance, sentences: playing.played, done: false });
      } else if (playing.ended) {
        this.#playing = null;
        wire.send({ type: 'playback', utterance, sentences: playing.played, done: true });
      }
    }
  }
}
