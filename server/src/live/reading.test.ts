import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Conversation, type ConversationInput, newConversation, statusOf } from './conversation.ts';
import { stepConversation } from './conversation-step.ts';
import { LiveApp, Wire } from './testing/index.ts';
import { packUnsaid, unpackUnsaid } from './unsaid.ts';
import type { SaidItem } from './utterance.ts';

/** A reading client whose socket may lose what was sent last, and the transcript beside it. */
class Reader {
  state: Conversation = newConversation;
  readonly transcript: string[] = [];
  /** What the client has got of each utterance that came whole. */
  readonly read: string[] = [];
  private got = 0;
  private onItsWay: { utterance: number; text: string; ends: boolean }[] = [];
  private part: { utterance: number; texts: string[] } = { utterance: 0, texts: [] };
  private said = 0;

  feed(input: ConversationInput): void {
    const { conversation, effects } = stepConversation(this.state, input);
    this.state = conversation;
    for (const effect of effects) {
      if (effect.kind === 'said') this.transcript.push(...effect.text.split(' '));
      if (effect.kind !== 'send') continue;
      const { frame } = effect;
      if (frame.type === 'sentence') {
        this.onItsWay.push({ utterance: frame.utterance, text: frame.text, ends: frame.last ?? false });
      } else if (frame.type === 'utterance-end') {
        this.onItsWay.push({ utterance: frame.utterance, text: '', ends: true });
      }
    }
    expect(statusOf(this.state)).not.toBe(this.state.asking === null ? 'TALKING' : 'UNKNOWN');
  }

  /** A new socket; what was on its way by another one does not come any more. */
  attach(): void {
    if (this.state.attached) this.lose();
    this.feed({ kind: 'attached', reads: true, got: this.got });
  }

  /** So many frames arrive. */
  receive(frames: number): void {
    for (const { utterance, text, ends } of this.onItsWay.splice(0, frames)) {
      if (utterance !== this.part.utterance) this.part = { utterance, texts: [] };
      if (text !== '') this.part.texts.push(text);
      if (!ends) continue;
      this.read.push(...this.part.texts);
      this.got = utterance;
    }
  }

  lose(): void {
    this.onItsWay = [];
    this.part = { utterance: 0, texts: [] };
    this.feed({ kind: 'detached' });
  }

  ask(): void {
    this.feed({ kind: 'ask', message: 'words', words: false, heard: null, got: this.got });
  }

  say(sentences: number, tags: number, complete: boolean | null): void {
    const items: SaidItem[] = Array.from({ length: sentences }, () => {
      this.said += 1;
      return { kind: 'sentence', text: `s${this.said}.`, markup: '' };
    });
    for (let tag = 0; tag < tags; tag++) items.push({ kind: 'tag', name: 'x', event: 'x', attributes: {} });
    const { asking, lastTurn } = this.state;
    if (complete === null || asking === null) {
      this.feed({ kind: 'announce', as: 'callback', items, interrupt: false, turn: lastTurn + 1 });
    } else this.feed({ kind: 'reply', turn: asking.number, items, complete });
  }

  get all(): string[] {
    return Array.from({ length: this.said }, (_, index) => `s${index + 1}.`);
  }
}

const act = fc.oneof(
  fc.constant((reader: Reader) => reader.attach()),
  fc.constant((reader: Reader) => reader.lose()),
  fc.constant((reader: Reader) => reader.ask()),
  fc.nat(5).map((frames) => (reader: Reader) => reader.receive(frames)),
  fc.tuple(fc.nat(3), fc.nat(1), fc.constantFrom(true, false, null)).map(
    ([sentences, tags, complete]) =>
      (reader: Reader) =>
        reader.say(sentences, tags, complete),
  ),
);

describe('a client that reads', () => {
  it('[LV47] [LV48] gets each sentence once, whatever sockets it loses, and each is in the transcript once', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 50 }), (acts) => {
        const reader = new Reader();
        reader.attach();
        reader.feed({ kind: 'opened' });
        for (const one of acts) one(reader);
        reader.attach();
        for (let rounds = 0; reader.state.asking !== null; rounds++) {
          expect(rounds).toBeLessThan(100);
          reader.say(1, 0, true);
        }
        reader.receive(Number.POSITIVE_INFINITY);
        expect(reader.state).toMatchObject({ speaking: null, toSay: [] });
        expect(reader.read.toSorted()).toEqual(reader.all.toSorted());
        expect(reader.transcript.toSorted()).toEqual(reader.all.toSorted());
      }),
      { numRuns: 2_000 },
    );
  });

  it('[LV48] [LV61] what was lost with a socket outlives a restart, under the number that the client knows', () => {
    const said: SaidItem[] = [{ kind: 'sentence', text: 'One.', markup: 'One.' }];
    const utterance = {
      turn: 1,
      kind: 'reply',
      complete: true,
      sent: 1,
      played: 0,
      closed: true,
      recorded: true,
    } as const;
    const given = [7, 8].map((id) => ({ ...utterance, id, items: said }));
    const packed = packUnsaid({ ...newConversation, given });
    const before = unpackUnsaid({ ...newConversation, opened: true, lastUtterance: 1000 }, packed);
    expect(before).toMatchObject({ given, toSay: [], lastUtterance: 1000 });
    const back = (got: number) => stepConversation(before, { kind: 'attached', reads: true, got }).effects;
    expect(back(8)).toEqual([]);
    expect(back(7)).toEqual([
      { kind: 'send', frame: expect.objectContaining({ type: 'sentence', utterance: 1001, last: true }) },
    ]);
    expect(back(0)).toHaveLength(2);
  });

  it('[LV48] of what a client never confirms, the last is kept', () => {
    const reader = new Reader();
    reader.attach();
    reader.feed({ kind: 'opened' });
    const say = (text: string) => {
      const items: SaidItem[] = [{ kind: 'sentence', text, markup: text }];
      const turn = reader.state.lastTurn + 1;
      reader.feed({ kind: 'announce', as: 'callback', items, interrupt: false, turn });
    };
    for (let count = 0; count < 50; count++) say('short');
    expect(reader.state.given).toHaveLength(20);
    const long = 'x'.repeat(40_000);
    say(long);
    say(long);
    expect(reader.state.given).toHaveLength(1);
  });

  describe('over the wire', () => {
    let app: LiveApp;
    let avatarId: number;
    beforeAll(async () => {
      app = await LiveApp.start();
      avatarId = await app.avatar();
    });
    afterAll(() => app[Symbol.asyncDispose]());

    const enter = async (pass: { sessionId: string; ticket?: string; resume?: string }, got?: number) => {
      const wire = await Wire.dial(app.url);
      wire.hello({ ...pass, reads: true, ...(got === undefined ? {} : { got }) });
      return Object.assign(wire, { welcome: await wire.next('welcome') });
    };
    const talk = async () => {
      const joined = await app.join(avatarId);
      const wire = await enter(joined);
      wire.ready();
      await wire.status('IDLE');
      return { ...joined, wire };
    };
    const types = (wire: Wire, from: number) => wire.frames.slice(from).map(({ type }) => type);

    it('[LV47] is sent an answer, its end and the receipt in one frame, and reports nothing', async () => {
      const { wire, sessionId } = await talk();
      const begun = wire.frames.length;
      for (const id of [1, 2]) {
        const seen = wire.count('status') + id - 1;
        wire.say('hello', { id, shows: { status: 'THINKING', seen } });
        const { last, ack } = await wire.next('sentence');
        expect(last).toBe(true);
        // Where the answer takes long, the receipt comes before it.
        expect(ack ?? (await wire.next('ack')).id).toBe(id);
        await wire.quiet();
        expect((await app.query(sessionId)).state.avatarStatus).toBe('IDLE');
      }
      const more = new Set(['pong', 'ack']);
      expect(types(wire, begun).filter((type) => !more.has(type))).toEqual(['sentence', 'sentence']);
    });

    it('[LV47] cannot have sound, and goes on without', async () => {
      const { wire } = await talk();
      wire.send({ type: 'audio', wanted: true });
      expect(await wire.next('error')).toMatchObject({
        code: 'bad_frame',
        message: 'audio: a client that reads plays no sound. Say hello without "reads".',
      });
      wire.send({ type: 'audio', wanted: false });
      wire.say('hello');
      expect((await wire.next('sentence')).last).toBe(true);
      await wire.quiet();
      expect([wire.count('speech'), wire.count('error')]).toEqual([0, 1]);
    });

    it('[LV43] [LV47] is told the status where it is not idle after the end', async () => {
      const { wire } = await talk();
      wire.send({ type: 'microphone', open: true });
      await wire.status('LISTENING');
      wire.say('hello');
      await wire.next('sentence');
      await wire.status('LISTENING');
    });

    it('[LV48] is sent again what it did not get, and nothing that it has', async () => {
      const { wire, sessionId } = await talk();
      wire.say('first');
      const first = await wire.next('sentence');
      wire.say('second', { got: first.utterance });
      const second = await wire.next('sentence');
      wire.cut();
      await app.untilState(sessionId, 'dropped');
      const back = await enter({ sessionId, resume: wire.welcome.resume }, first.utterance);
      const again = await back.next('sentence');
      expect(again).toMatchObject({ text: second.text, last: true });
      expect(again.utterance).toBeGreaterThan(second.utterance);
      await back.quiet();
      expect(back.count('sentence')).toBe(1);

      back.cut();
      await app.untilState(sessionId, 'dropped');
      const third = await enter({ sessionId, resume: back.welcome.resume }, again.utterance);
      await third.quiet();
      expect(third.count('sentence')).toBe(0);
    });
  });
});
