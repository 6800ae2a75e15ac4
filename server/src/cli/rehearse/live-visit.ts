import {
  createLiveClient,
  type LiveClient,
  type LiveClientOptions,
  LiveError,
  type LiveEvents,
} from '@parley/client';
import { sleep } from '../../kernel/index.ts';
import type { Answer, Visit } from '../../rehearsal/index.ts';
import { IdleWatch } from '../talk/idle-watch.ts';
import { type AskTurns, TurnProblems } from '../talk/turn-problems.ts';
import { wordLimitPlayer } from './word-limit-player.ts';

/** Longer than an endpoint may take for LOGIN and an answer. */
const answerWithinMs = 150_000;

/** A visit to an avatar of a running service, as a page makes it. */
export class LiveVisit implements Visit {
  readonly #options: LiveClientOptions;
  /** A page gets only the tags that it has registered. */
  readonly #tags: readonly string[];
  readonly #player = wordLimitPlayer();
  #client: LiveClient;
  readonly #problems: TurnProblems;
  #secret: LiveEvents['secret'] | null = null;
  #words: string[] = [];
  #heardTags: Answer['tags'][number][] = [];
  #firstSentenceAt: number | null = null;
  #problem: string | null = null;
  /** From an interruption to the end of the answer nothing counts as heard. */
  #isDeaf = false;

  constructor(options: LiveClientOptions, tags: readonly string[], askTurns: AskTurns) {
    this.#options = { ...options, player: this.#player.make };
    this.#tags = tags;
    this.#client = this.#follow(createLiveClient(this.#options));
    this.#problems = new TurnProblems(
      () => this.#client.sessionId,
      (_, problem) => {
        this.#problem = problem;
      },
      askTurns,
    );
  }

  async join() {
    using greeting = new IdleWatch(this.#client, answerWithinMs);
    try {
      const { avatar } = await this.#client.authenticate();
      await this.#client.connect();
      if (typeof avatar.greeting === 'string' && avatar.greeting !== '') await greeting.outcome;
    } catch (error) {
      if (!(error instanceof LiveError)) throw error;
      return { problem: `${error.message} (${error.code})`, reached: error.code !== 'unreachable' };
    }
    for (const tag of this.#tags)
      this.#client.sendMessage(`<svc-register-tag ssml-tag="${tag}" event="${tag}"/>`);
    return { problem: null, reached: true };
  }

  async say(text: string, interruptAfter: number | null): Promise<Answer> {
    const startedMs = performance.now();
    this.#forget();
    this.#player.maxWords = interruptAfter;
    using answer = new IdleWatch(this.#client, answerWithinMs);
    const undo = this.#client.on('sentence', () => {
      if (interruptAfter === null || this.#wordCount() <= interruptAfter) return;
      this.#isDeaf = true;
      this.#client.interrupt();
    });
    const wasSent = this.#client.sendMessage(text);
    const outcome = wasSent ? await answer.outcome : 'quiet';
    undo();
    this.#isDeaf = false;
    const said = this.#take(startedMs, interruptAfter);
    await this.#problems.show();
    const problem = !wasSent
      ? 'The service did not take the message.'
      : outcome === 'late'
        ? 'The avatar did not finish its answer in time.'
        : outcome === 'ended'
          ? 'The session ended before the answer.'
          : this.#problem;
    return { ...said, problem };
  }

  /** What the avatar has said since the last answer counts, too. */
  async listen(ms: number, until: 'time' | 'words'): Promise<Answer> {
    const startedMs = performance.now();
    if (until === 'time') await sleep(ms);
    else if (this.#words.length === 0) await this.#nextWords(ms);
    if (this.#client.status === 'TALKING') await this.#nextWords(answerWithinMs);
    const said = this.#take(startedMs, null);
    const isMissing = until === 'words' && said.words === '';
    return { ...said, problem: isMissing ? `No callback came within ${ms / 1000} s.` : null };
  }

  /** Leaves the session without ending it and continues it on a new socket. */
  async comeBack(awayMs: number): Promise<string | null> {
    this.#client.detach();
    await sleep(awayMs);
    if (this.#secret === null) return 'The session had not begun.';
    this.#client = this.#follow(createLiveClient({ ...this.#options, continues: this.#secret }));
    try {
      await this.#client.connect();
      return null;
    } catch (error) {
      if (!(error instanceof LiveError)) throw error;
      return `${error.message} (${error.code})`;
    }
  }

  async hangUp(): Promise<string | null> {
    await this.#client.hangUp();
    return null;
  }

  #follow(client: LiveClient): LiveClient {
    client.on('secret', (secret) => {
      this.#secret = secret;
    });
    client.on('sentence', ({ text }) => {
      if (text === '' || this.#isDeaf) return;
      this.#firstSentenceAt ??= performance.now();
      this.#words.push(text);
    });
    client.on('tag', ({ name, attributes, json }) => {
      if (!this.#isDeaf) this.#heardTags.push({ name, attributes, json });
    });
    return client;
  }

  #wordCount(): number {
    return this.#words.join(' ').split(' ').length;
  }

  async #nextWords(withinMs: number): Promise<void> {
    using watch = new IdleWatch(this.#client, withinMs);
    // It may have begun already.
    watch.look();
    await watch.outcome;
  }

  #forget(): void {
    [this.#words, this.#heardTags, this.#firstSentenceAt, this.#problem] = [[], [], null, null];
  }

  /** What was said since the last look. */
  #take(startedMs: number, maxWords: number | null): Omit<Answer, 'problem'> {
    const words = this.#words
      .join(' ')
      .split(' ')
      .slice(0, maxWords ?? undefined)
      .join(' ');
    const firstSentenceMs =
      this.#firstSentenceAt === null ? null : Math.max(0, Math.round(this.#firstSentenceAt - startedMs));
    const said = { words, tags: this.#heardTags, firstSentenceMs };
    [this.#words, this.#heardTags, this.#firstSentenceAt] = [[], [], null];
    return { ...said, totalMs: Math.round(performance.now() - startedMs) };
  }
}
