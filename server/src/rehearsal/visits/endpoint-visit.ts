import { sleep } from '../../kernel/index.ts';
import { type Answer, hasMoreWords, readReply, wordLimit } from '../compare/answer.ts';
import { AnswerTimer } from '../player/answer-timer.ts';
import type { EndpointTarget } from '../player/played-session.ts';
import { PlayedSession } from '../player/played-session.ts';
import type { Visitor } from '../script/script-file.ts';
import type { Visit } from './visit.ts';

/** A visit to an endpoint without a service. What was heard of an interrupted reply goes with the next message. */
export class EndpointVisit implements Visit {
  readonly #target: EndpointTarget;
  readonly #session: PlayedSession;
  #heard: string | null = null;
  #callbacksHeard = 0;

  constructor(target: EndpointTarget, { id, name, locale, customString }: Visitor, sendsHeard: boolean) {
    this.#target = target;
    this.#session = new PlayedSession(target, {
      sendsHeard,
      facts: {
        userId: id ?? 'parley-rehearsal',
        userName: name ?? 'Parley rehearsal',
        ...(locale === undefined ? {} : { locale }),
        ...(customString === undefined ? {} : { customString }),
      },
    });
  }

  async join() {
    const { problem, reached } = await this.#session.login();
    return { problem, reached };
  }

  async say(text: string, interruptAfter: number | null): Promise<Answer> {
    const timer = new AnswerTimer();
    const isOverLimit = interruptAfter === null ? () => false : wordLimit(interruptAfter);
    const isEnough = (reply: string): boolean => {
      timer.look(reply);
      return isOverLimit(reply);
    };
    const { problem, reply } = await this.#session.chat(text, { heard: this.#heard, isEnough });
    const said = readReply(reply, interruptAfter);
    const isCut = interruptAfter !== null && hasMoreWords(reply, interruptAfter);
    this.#heard = isCut ? said.words : null;
    return { problem, ...said, ...timer.end(said.words) };
  }

  async listen(ms: number, until: 'time' | 'words'): Promise<Answer> {
    const { callbacks, signal } = this.#target;
    const startedMs = performance.now();
    const came = () => callbacks.of(this.#session.sessionId).slice(this.#callbacksHeard);
    if (until === 'time') await sleep(ms, signal);
    else await callbacks.waitFor(() => came().length > 0, ms);
    const heard = until === 'time' ? came() : came().slice(0, 1);
    this.#callbacksHeard += heard.length;
    const totalMs = Math.round(performance.now() - startedMs);
    const refused = heard.find(({ status }) => status !== 200);
    const missed = until === 'words' && heard.length === 0 ? `No callback came within ${ms / 1000} s.` : null;
    const { words, tags } = readReply(heard.map(({ message }) => message).join(' '));
    const firstSentenceMs = words === '' ? null : totalMs;
    return { problem: refused?.statusMessage ?? missed, words, tags, firstSentenceMs, totalMs };
  }

  /** The service sends LOGIN again if it had to forget the session meanwhile. */
  async comeBack(awayMs: number): Promise<string | null> {
    await sleep(awayMs, this.#target.signal);
    return (await this.#session.login()).problem;
  }

  async hangUp(): Promise<string | null> {
    return (await this.#session.logout()).problem;
  }
}
