import { strict as assert } from 'node:assert';
import { Talker } from '../../../live/testing/talker.ts';
import { until } from '../../../live/testing/until.ts';

export type ScaleUsersOptions = {
  readonly url: string;
  readonly avatar: string;
  readonly key: string;
  readonly count: number;
  /** The token with which the endpoint may send callbacks for a session. */
  authTokenOf(sessionId: string): string | null;
};

type Counts = { ok: number; failed: number };

const askEveryMs = 20;

/** More simultaneous joins than the machine can handle would be an attack. */
const comeAtOnce = 50;

/** Visitors who talk all the time, and an integrator who asks about their sessions. They notice every wrong answer. */
export class ScaleUsers implements AsyncDisposable {
  /** The ids of all sessions so far. */
  readonly sessionIds = new Set<string>();
  /** Messages of visitors that were answered: the id of the session and the text. */
  readonly answered: string[] = [];
  /** Calls that were not answered with a success. */
  readonly failures: string[] = [];
  /** Sessions that ended although neither the visitor nor the integrator ended them. */
  readonly endedEarly: string[] = [];
  readonly #options: ScaleUsersOptions;
  readonly #talkers: Talker[] = [];
  readonly #wrong: string[] = [];
  /** A query said that their session has ended before they knew it: a drop may have lasted longer than the grace period. */
  readonly #saidEnded = new Set<Talker>();
  readonly #disconnected = new Set<string>();
  readonly #calls: Record<string, Counts> = {};
  #visitorCount = 0;
  #isOver = false;
  #integrator: Promise<void> | null = null;

  constructor(options: ScaleUsersOptions) {
    this.#options = options;
  }

  async come(): Promise<void> {
    let left = this.#options.count;
    const worker = async () => {
      while (left-- > 0) await this.#add();
    };
    await Promise.all(Array.from({ length: comeAtOnce }, worker));
    this.#integrator = this.#ask();
  }

  /** Waits until each visitor has an answer to a question from now on. */
  async everyoneIsAnswered(when: string): Promise<void> {
    const waiting = new Map(this.#talkers.map((talker) => [talker, talker.answers]));
    await until(
      () =>
        `everybody is answered ${when}: ${waiting.size} wait, such as ${[...waiting.keys()].slice(0, 3).map(describe)}`,
      () => {
        for (const [talker, before] of waiting) {
          // If the integrator ended a session, another visitor has replaced this one.
          if (talker.answers >= before + 2 || talker.ended !== null) waiting.delete(talker);
        }
        return waiting.size === 0;
      },
    );
    this.#checkNothingWrong();
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await this.#integrator;
    this.#checkNothingWrong();
    await Promise.all(this.#talkers.map((talker) => talker.hangUp()));
    assert.deepEqual(this.#wrong, []);
  }

  /** How often visitors came back after a drop. */
  get returns(): number {
    return this.#talkers.reduce((sum, talker) => sum + talker.returns, 0);
  }

  report(): string {
    const answers = this.#talkers.reduce((sum, talker) => sum + talker.answers, 0);
    const calls = Object.entries(this.#calls).map(([name, { ok, failed }]) => `${name} ${ok}+${failed}`);
    const ended = this.endedEarly.length;
    return `${answers} answers, ${this.returns} returns, ${ended} ended early, calls done+failed: ${calls.join(', ')}`;
  }

  /** The kinds of failed calls, the most frequent first. */
  failureKinds(): string {
    const counts = new Map<string, number>();
    for (const failure of this.failures) {
      const kind = failure.replaceAll(/\w*\d\w*/g, (word) => (/^\d{3}$/.test(word) ? word : '…'));
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, 8);
    return sorted.map(([kind, count]) => `${count} × ${kind}`).join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const talker of this.#talkers) talker.vanish();
    await this.#integrator?.catch(() => {});
  }

  #checkNothingWrong(): void {
    const alive = [...this.#saidEnded].filter(({ ended }) => ended === null);
    assert.deepEqual(
      alive.map(({ sessionId }) => `${sessionId} was said to have ended and lives`),
      [],
    );
    assert.deepEqual(this.#wrong, []);
  }

  async #add(): Promise<void> {
    this.#visitorCount += 1;
    const name = `visitor ${this.#visitorCount} says`;
    const talker = new Talker(this.#options.url, this.#options.avatar, name);
    let last = 0;
    talker.client.on('sentence', ({ text }) => {
      // A callback, said to this visitor alone.
      if (text === `News for ${talker.sessionId}.`) return;
      const number = Number(/^Echo of visitor (\d+) says (\d+)\.$/.exec(text)?.[2]);
      // A sentence that was not heard completely is repeated after a reconnect.
      const isRight = text.includes(`${name} `) && number <= talker.said && number >= last;
      if (!isRight) this.#wrong.push(`${talker.sessionId} heard "${text}" after ${last} of ${talker.said}`);
      last = number;
      this.answered.push(`${talker.sessionId} ${name} ${number}`);
    });
    talker.client.on('end', ({ reason }) => {
      const id = talker.sessionId;
      if (!this.#isOver && !this.#disconnected.has(id)) this.endedEarly.push(`${id}: ${reason}`);
    });
    await talker.connect();
    this.#talkers.push(talker);
    this.sessionIds.add(talker.sessionId);
  }

  /** Asks about sessions, one call after the other. No answer may say that a live session has ended. */
  async #ask(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const index = turn % this.#talkers.length;
      const talker = this.#talkers[index];
      if (talker === undefined || talker.ended !== null) continue;
      if (turn % 50 === 49) await this.#disconnect(talker);
      else if (turn % 10 === 9) await this.#makeToken();
      else if (turn % 10 === 4) await this.#callBack(talker);
      else await this.#query(talker);
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    }
  }

  async #query(talker: Talker): Promise<void> {
    const id = talker.sessionId;
    const status = await this.#call('query', `/session/query?sessionId=${id}&fields=avatarStatus`, null);
    if (status === 404 && talker.ended === null) this.#saidEnded.add(talker);
  }

  async #makeToken(): Promise<void> {
    await this.#call('token', '/auth/generate-token', { avatar_id: this.#options.avatar });
  }

  async #callBack({ sessionId }: Talker): Promise<void> {
    const token = this.#options.authTokenOf(sessionId);
    if (token === null) return;
    const body = { sessionId, message: `News for ${sessionId}.` };
    await this.#call('callback', '/gateway/callback', body, { authorization: `Bearer ${token}` });
  }

  /** The session ends, and another visitor comes. */
  async #disconnect(talker: Talker): Promise<void> {
    this.#disconnected.add(talker.sessionId);
    const status = await this.#call('disconnect', '/sessions/disconnect', { session_id: talker.sessionId });
    if (status === 404 && talker.ended === null) this.#saidEnded.add(talker);
    if (status !== 200) return;
    await until('the end of a session that was disconnected', () => talker.ended !== null);
    await this.#add().catch((error: unknown) => this.failures.push(`join: ${error}`));
  }

  async #call(
    name: string,
    path: string,
    body: object | null,
    headers: Record<string, string> = { 'x-api-key': this.#options.key },
  ): Promise<number> {
    const counts = this.#calls[name] ?? { ok: 0, failed: 0 };
    this.#calls[name] = counts;
    try {
      const answer = await fetch(this.#options.url + path, {
        method: body === null ? 'GET' : 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.ok) counts.ok += 1;
      else this.#fail(name, counts, `${answer.status} ${text}`);
      // During faults these errors are allowed, but no others.
      const isTrouble = answer.status >= 500 || answer.status === 404 || answer.status === 429;
      if (!answer.ok && !isTrouble) this.#wrong.push(`${name}: ${answer.status} ${text}`);
      return answer.status;
    } catch (error) {
      // The connection went to a process that was killed.
      this.#fail(name, counts, String(error instanceof Error ? (error.cause ?? error) : error));
      return 0;
    }
  }

  #fail(name: string, counts: Counts, how: string): void {
    counts.failed += 1;
    this.failures.push(`${name}: ${how}`);
  }
}

const describe = ({ sessionId, client, said, answers }: Talker): string =>
  `${sessionId} (${client.state}, ${answers} answers to ${said} messages)`;
