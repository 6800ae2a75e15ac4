import { classifyMessage, speechText, withoutTrailing } from '@parley/protocol';
import { type Facts, fill } from './fill-in-facts.ts';
import texts from './knowledge/texts.json' with { type: 'json' };
import tour from './knowledge/tour.json' with { type: 'json' };
import { payloadAnswer } from './payload-answer.ts';
import { type Command, isCommand, type Topic, topics } from './topics.ts';
import { clearScore, isKnownWord, sureScore, topicOf } from './understanding.ts';
import { introductionIn } from './visitor-facts.ts';

export type Reply = {
  readonly text: string;
  /** What the endpoint posts to the callback address some seconds later. */
  readonly later?: string;
};

/** Visitors do not ask longer questions, and finding the topic takes time. */
const maxLength = 400;
const missesBeforeTour = 3;

/** The demo avatar's side of one session: what it has learned, offered and explained so far. */
export class DemoConversation {
  /** What the visitor has told: `name` and `project`. */
  #facts: Facts = {};
  /** The fact that the avatar has just asked for. Its greeting asks for the name. */
  #askedFor: string | null = 'name';
  /** The topic or the command that "yes" leads to. */
  #offered: string | null = null;
  #tourStep: number | null = null;
  #topic: string | null = null;
  readonly #timesTold = new Map<string, number>();
  #lastText = '';
  #misses = 0;
  #suggested = 0;

  readonly #commands: Readonly<Record<Command, () => Reply>> = {
    yes: () => this.#accept(),
    no: () => this.#suggest(texts.declined),
    next: () => (this.#tourStep === null ? this.#accept() : this.#showTourStep(this.#tourStep + 1)),
    stop: () => this.#stop(),
    repeat: () => ({ text: this.#lastText === '' ? texts.nothingToRepeat : this.#lastText }),
    more: () => this.#tellMore(),
    tour: () => this.#showTourStep(0),
    time: () => ({ text: fill(texts.time, { time: spokenTime(new Date()) }) }),
  };

  /** `heard`: the words that the visitor heard of the last reply before they interrupted it. */
  answer(message: string, heard?: string): Reply {
    if (classifyMessage(message) === 'custom-only') return { text: payloadAnswer(message) };
    const words = speechText(message).slice(0, maxLength);
    if (words === '') return { text: '' };
    const noticed = this.#noticeInterruption(heard);
    const reply = this.#answerWords(words);
    this.#lastText = reply.text;
    return { ...reply, text: noticed + reply.text };
  }

  #noticeInterruption(heard: string | undefined): string {
    if (heard === undefined || this.#topic !== 'show-interruption') return '';
    this.#topic = null;
    const lastWords = speechText(heard).split(/\s+/).slice(-2).join(' ');
    return fill(texts.interrupted, { heard: withoutTrailing(lastWords, '.!?') });
  }

  #answerWords(words: string): Reply {
    const whole = topicOf(words);
    const isClearQuestion = whole !== null && whole.score >= clearScore;
    const { rest, ...learned } = introductionIn(words, isClearQuestion ? null : this.#askedFor, isKnownWord);
    this.#askedFor = null;
    this.#facts = { ...this.#facts, ...learned };
    const isIntroduction = Object.keys(learned).length > 0;
    const match = isIntroduction ? topicOf(rest) : whole;
    const isSure = match !== null && match.score >= sureScore;
    if (isIntroduction && (!isSure || match.id === 'hello')) return this.#welcome(learned);
    if (match === null) return this.#admitIgnorance();
    if (!isSure && !isCommand(match.id)) return this.#askWhether(match.id);
    this.#misses = 0;
    const reply = this.#goTo(match.id);
    return { ...reply, text: introduced(learned) + reply.text };
  }

  #welcome(learned: Facts): Reply {
    if (learned.project !== undefined)
      return this.#offer('next-step', introduced(learned) + fill(texts.aboutProject, learned));
    this.#askedFor = 'project';
    return this.#offer('tour', introduced(learned) + texts.askProject);
  }

  #offer(id: string, text: string): Reply {
    this.#offered = id;
    return { text };
  }

  #goTo(id: string): Reply {
    if (isCommand(id)) return this.#commands[id]();
    const reply = this.#tell(id);
    const offer = topics[id]?.offer;
    this.#offered = null;
    if (offer === undefined || this.#timesTold.has(offer.topic)) return reply;
    return { ...reply, ...this.#offer(offer.topic, `${reply.text} ${offer.question}`) };
  }

  /** Talks about a topic: something new each time. */
  #tell(id: string): Reply {
    const { asksFor, known, answers = [], later }: Partial<Topic> = topics[id] ?? {};
    const isFactKnown = asksFor !== undefined && this.#facts[asksFor] !== undefined;
    if (asksFor !== undefined && !isFactKnown) this.#askedFor = asksFor;
    const choice = isFactKnown && known !== undefined ? known : answers;
    const times = this.#timesTold.get(id) ?? 0;
    this.#timesTold.set(id, times + 1);
    this.#topic = id;
    const text = fill(choice[times % choice.length] ?? '', this.#facts);
    return later === undefined ? { text } : { text, later };
  }

  #accept(): Reply {
    const offered = this.#offered;
    this.#offered = null;
    if (offered !== null) return this.#goTo(offered);
    if (this.#tourStep !== null) return this.#showTourStep(this.#tourStep + 1);
    return this.#suggest(texts.accepted);
  }

  #stop(): Reply {
    this.#tourStep = null;
    this.#offered = null;
    return { text: texts.stopped };
  }

  #tellMore(): Reply {
    const id = this.#topic ?? '';
    if ((this.#timesTold.get(id) ?? 0) < (topics[id]?.answers.length ?? 0)) return this.#goTo(id);
    return this.#offered === null ? this.#suggest(texts.allTold) : this.#accept();
  }

  /** On a tour "yes" means the next step, so nothing else is offered. */
  #showTourStep(index: number): Reply {
    this.#timesTold.set('tour', 1);
    this.#offered = null;
    const step = tour.steps[index];
    this.#tourStep = step === undefined ? null : index;
    if (step === undefined) return { text: tour.end };
    const shown: Reply = step.topic === undefined ? { text: '' } : this.#tell(step.topic);
    const text = fill(step.text, { shown: shown.text });
    return shown.later === undefined ? { text } : { text, later: `${shown.later} ${tour.end}` };
  }

  /** The question may be about this topic: the avatar asks, and talks about it after "yes". */
  #askWhether(id: string): Reply {
    const title = topics[id]?.title;
    return title === undefined ? this.#admitIgnorance() : this.#offer(id, fill(texts.unsure, { title }));
  }

  #admitIgnorance(): Reply {
    const excuse = texts.excuses[this.#misses % texts.excuses.length] ?? '';
    this.#misses += 1;
    if (this.#misses === missesBeforeTour) return this.#offer('tour', `${excuse} ${texts.tourInstead}`);
    return this.#suggest(excuse);
  }

  /** Names two topics that the avatar has not talked about yet. */
  #suggest(opening: string): Reply {
    this.#offered = null;
    const untold = texts.suggestions.filter((id) => !this.#timesTold.has(id));
    const start = (2 * this.#suggested) % Math.max(1, untold.length);
    this.#suggested += 1;
    const [first, second] = untold.slice(start, start + 2).map((id) => topics[id]?.title);
    const suggestion = first === undefined ? texts.noSuggestion : texts.suggestion;
    return { text: `${opening} ${fill(suggestion, { first, second })}` };
  }
}

/** How an answer begins if the visitor has just told a fact. */
function introduced(learned: Facts): string {
  if (learned.name !== undefined) return fill(texts.nameLearned, learned);
  return learned.project === undefined ? '' : texts.projectLearned;
}

function spokenTime(now: Date): string {
  const date = now.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  const time = now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${time}, on ${date}`;
}
