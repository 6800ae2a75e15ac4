import type { ServerFrame } from '@parley/protocol';
import type { Chance } from './chance.ts';
import type { Joined, LiveApp } from './live-app.ts';
import { until } from './until.ts';
import { Wire } from './wire.ts';

/** A user who does anything at any time: correct and wrong frames, drops, resumes, hang-ups. */
export class UnrulyUser {
  readonly joined: Joined;
  /** Every socket of the session, oldest first. */
  readonly wires: Wire[] = [];
  readonly #app: LiveApp;
  readonly #chance: Chance;
  #resume: string;
  #ticket: string | undefined;
  #said = 0;

  constructor(app: LiveApp, chance: Chance, joined: Joined) {
    this.#app = app;
    this.#chance = chance;
    this.joined = joined;
    this.#resume = joined.resume;
    this.#ticket = joined.ticket;
  }

  get sessionId(): string {
    return this.joined.sessionId;
  }

  get wire(): Wire | undefined {
    return this.wires.at(-1);
  }

  get #isIn(): boolean {
    return this.wire?.socket.readyState === Wire.open;
  }

  get isOver(): boolean {
    return this.#app.live.sessions.get(this.sessionId) === undefined;
  }

  async act(): Promise<void> {
    const chance = this.#chance;
    if (!this.#isIn || chance.happens(0.04)) await this.#enter();
    for (let count = chance.below(4); count > 0; count--) this.#frame();
    if (chance.happens(0.1)) await this.#callBack();
    if (chance.happens(0.06)) this.wire?.cut();
    if (chance.happens(0.01)) this.#send({ type: 'bye' });
    if (chance.happens(0.01)) await this.#app.disconnect(this.sessionId);
    this.#app.test.clock.advance(chance.below(60));
    if (chance.happens(0.05)) await this.#app.live.sessions.sweep();
    if (chance.happens(0.5)) await new Promise(setImmediate);
  }

  /** From now on it behaves like a correct client, until nothing is left to say. */
  async behave(): Promise<string> {
    let status: string | null = null;
    let readyWire: Wire | undefined;
    const reported = new Set<ServerFrame>();
    return await until(
      () => `rest in ${this.sessionId}, which is ${status}`,
      async () => {
        if (this.isOver) return 'over';
        if (!this.#isIn) await this.#enter();
        if (this.wire !== readyWire) this.wire?.ready();
        readyWire = this.wire;
        for (const frame of this.wire?.frames ?? []) {
          if (frame.type !== 'utterance-end' || reported.has(frame)) continue;
          reported.add(frame);
          this.#send({ ...report(frame), done: true });
        }
        const { state } = await this.#app.query(this.sessionId);
        status = state?.avatarStatus ?? null;
        return (status === 'IDLE' || status === 'LISTENING') && status;
      },
    );
  }

  async #enter(): Promise<void> {
    const wire = new Wire(this.#app.url);
    this.wires.push(wire);
    await until('a socket', () => wire.socket.readyState === Wire.open || wire.closed);
    const { sessionId } = this.joined;
    wire.hello(
      this.#ticket === undefined
        ? { sessionId, resume: this.#resume }
        : { sessionId, ticket: this.#ticket, resume: this.#resume },
    );
    // Sometimes the network fails before the welcome. The client must resume with the secret that it has.
    if (this.#chance.happens(0.15)) return wire.cut();
    await until('a welcome or a refusal', () => wire.closed !== null || wire.frames.some(isWelcome));
    const welcome = wire.frames.find(isWelcome);
    if (welcome === undefined) return;
    this.#resume = welcome.resume;
    this.#ticket = undefined;
    if (this.#chance.happens(0.8)) wire.ready();
  }

  #frame(): void {
    const chance = this.#chance;
    this.#said += 1;
    const [words, tags] = [`w${this.#said}`, `<c n="${this.#said}"/>`];
    const playing = this.wire?.frames.findLast((frame) => frame.type === 'utterance-end');
    const honest = playing === undefined ? { type: 'ping' } : { ...report(playing), done: true };
    this.#send(
      chance.one<object | string>([
        { type: 'message', text: words },
        { type: 'message', text: words },
        { type: 'message', text: tags },
        { type: 'message', text: '<svc-register-tag ssml-tag="c" event="c"/>' },
        { type: 'say', text: `Say ${this.#said}. Twice.` },
        { type: 'interrupt' },
        { type: 'interrupt', heard: { utterance: 1 + chance.below(20), text: 'You' } },
        honest,
        honest,
        honest,
        {
          type: 'playback',
          utterance: 1 + chance.below(30),
          sentences: chance.below(5),
          done: chance.happens(0.5),
        },
        { type: 'ping' },
        { type: 'load', progress: chance.next() },
        { type: 'open' },
        { type: 'microphone', open: chance.happens(0.5) },
        { type: 'speech', active: chance.happens(0.5) },
        { type: 'platform', platform: chance.one(['native', 'media-stream']) },
        { type: 'clear-context' },
        { type: 'hello', versions: [1], sessionId: this.sessionId, resume: this.#resume },
        { type: 'nonsense' },
        '{',
      ]),
    );
  }

  async #callBack(): Promise<void> {
    if (this.#app.endpoint.of(this.sessionId, 'LOGIN').length === 0) return;
    const interrupt = this.#chance.happens(0.3);
    await this.#app.callback(this.sessionId, `Callback ${this.#said}. <c json="1"/>More.`, { interrupt });
  }

  #send(frame: object | string): void {
    if (this.#isIn) this.wire?.send(frame);
  }
}

const isWelcome = (frame: ServerFrame): frame is ServerFrame & { type: 'welcome' } =>
  frame.type === 'welcome';

const report = ({ utterance, sentences }: { utterance: number; sentences: number }) => ({
  type: 'playback',
  utterance,
  sentences,
});
