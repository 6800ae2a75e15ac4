import { classifyMessage, speechText } from '@parley/protocol';
import { type Command, isCommand } from './commands.ts';
import { payloadAnswer } from './payload-answer.ts';
import { callbackMessage, comma, type Topic, topics, type Visitor } from './topics/index.ts';
import { tourEnd, tourHint, tourSteps } from './tour.ts';
import { clearScore, isKnownWord, sureScore, topicOf } from './understanding.ts';
import { type Facts, factsIn, isThing, toSecondPerson } from './visitor-facts.ts';

export type Reply = {
  readonly text: string;
  /** What the endpoint posts to the callback address some seconds later. */
  readonly later?: string;
};

/** Visitors do not ask longer questions, and matching takes time. */
const maxLength = 400;
const suggestions = [
  'parley',
  'write-endpoint',
  'embed',
  'price',
  'privacy',
  'voice',
  'webhooks',
  'scaling',
  'callback',
];

/** The demo avatar's side of one session: what it has learned, offered and explained so far. */
export class DemoConversation {
  #visitor: Visitor = { name: null, project: null };
  /** What the avatar has just asked for. Its greeting asks for the name. */
  #asked: 'name' | 'project' | null = 'name';
  /** The topic that "yes" leads to. */
  #offered: string | null = null;
  #tourStep: number | null = null;
  #topic: string | null = null;
  #told = new Map<string, number>();
  #lastText = '';
  #misses = 0;
  #suggested = 0;

  /** `heard`: the words that the visitor heard of the last reply before they interrupted it. */
  answer(message: string, heard?: string): Reply {
    if (classifyMessage(message) === 'custom-only') return { text: payloadAnswer(message) };
    const words = speechText(message).slice(0, maxLength);
    if (words === '') return { text: '' };
    const noticed = this.#noticeInterruption(heard);
    const asked = this.#asked;
    this.#asked = null;
    const reply = this.#answerWords(words, asked);
    this.#lastText = reply.text;
    return { ...reply, text: noticed + reply.text };
  }

  #answerWords(words: string, asked: 'name' | 'project' | null): Reply {
    const facts = factsIn(words, asked, isKnownWord);
    const welcome = this.#learn(facts);
    const question = welcome === '' ? words : facts.rest;
    const match = question === '' ? null : topicOf(question);
    const isSure = match !== null && match.score >= sureScore;
    if (welcome !== '' && (!isSure || match.id === 'hello')) return this.#afterIntroduction(facts, welcome);
    if (asked === 'project' && isThing(words) && (match?.score ?? 0) < clearScore) {
      this.#visitor = { ...this.#visitor, project: toSecondPerson(words.replace(/[.!?]+$/, '')) };
      return this.#afterIntroduction({ ...facts, project: this.#visitor.project }, '');
    }
    if (match === null) return this.#unknown();
    if (!isSure && !isCommand(match.id)) return this.#guess(match.id);
    this.#misses = 0;
    const reply = isCommand(match.id) ? this.#follow(match.id) : this.#tell(match.id);
    return { ...reply, text: welcome + reply.text };
  }

  #learn({ name, project }: Facts): string {
    if (name === null && project === null) return '';
    this.#visitor = { name: name ?? this.#visitor.name, project: project ?? this.#visitor.project };
    return name === null ? 'I see. ' : `<svc-emotion name="happy"/>Nice to meet you, ${name}! `;
  }

  #afterIntroduction({ project }: Facts, welcome: string): Reply {
    if (project === null) {
      this.#asked = 'project';
      this.#offered = 'tour';
      return { text: `${welcome}What are you building? Or shall I show you what I can do?` };
    }
    this.#offered = 'next-step';
    return {
      text: `${welcome}<svc-emotion name="happy"/>So your project is ${project}. I like that. Your endpoint would bring the knowledge, and an avatar would talk about it. Shall I tell you where to begin?`,
    };
  }

  #noticeInterruption(heard: string | undefined): string {
    if (heard === undefined || this.#topic !== 'show-interruption') return '';
    this.#topic = null;
    const last = speechText(heard)
      .split(/\s+/)
      .slice(-2)
      .join(' ')
      .replace(/[.!?]+$/, '');
    return `<svc-emotion name="happy"/>You interrupted me. ${last === '' ? '' : `The last words that you heard were: ${last}. `}Parley told my endpoint so. `;
  }

  /** Talks about a topic: something new each time, with a question at the end. */
  #tell(id: string): Reply {
    const topic = topics[id];
    if (topic === undefined) return this.#unknown();
    const times = this.#told.get(id) ?? 0;
    const reply = this.#present(id, topic, times % topic.answers.length);
    return { ...reply, text: `${reply.text}${this.#askBack(topic)}` };
  }

  #present(id: string, topic: Topic, index: number): Reply {
    this.#told.set(id, (this.#told.get(id) ?? 0) + 1);
    this.#topic = id;
    const answer = topic.answers[index] ?? topic.answers[0];
    const text = typeof answer === 'string' ? answer : answer(this.#visitor);
    return id === 'show-callback' ? { text, later: callbackMessage } : { text };
  }

  #askBack({ offer }: Topic): string {
    this.#offered = null;
    if (offer === undefined || this.#told.has(offer.topic)) return '';
    if (offer.question.startsWith('What would you like to build') && this.#visitor.project === null)
      this.#asked = 'project';
    this.#offered = offer.topic;
    return ` ${offer.question}`;
  }

  #follow(command: Command): Reply {
    switch (command) {
      case 'yes':
        return this.#accept();
      case 'no':
        return this.#decline();
      case 'tour':
        return this.#showTourStep(0);
      case 'next':
        return this.#tourStep === null ? this.#accept() : this.#showTourStep(this.#tourStep + 1);
      case 'stop':
        this.#tourStep = null;
        this.#offered = null;
        return { text: 'All right, I stop here. What would you like to know?' };
      case 'repeat':
        return {
          text: this.#lastText === '' ? 'I have not said anything yet. Ask me something.' : this.#lastText,
        };
      case 'more':
        return this.#tellMore();
      case 'name':
        return { text: this.#nameText() };
      case 'project':
        return { text: this.#projectText() };
      case 'time':
        return { text: timeText(new Date()) };
    }
  }

  #accept(): Reply {
    if (this.#offered !== null) {
      const offered = this.#offered;
      this.#offered = null;
      return offered === 'tour' ? this.#showTourStep(0) : this.#tell(offered);
    }
    if (this.#tourStep !== null) return this.#showTourStep(this.#tourStep + 1);
    return { text: `Good. ${this.#suggest()}` };
  }

  #decline(): Reply {
    this.#offered = null;
    return { text: `All right. ${this.#suggest()}` };
  }

  /** On a tour "yes" means the next step, so nothing else is offered. */
  #showTourStep(step: number): Reply {
    this.#told.set('tour', 1);
    this.#offered = null;
    const found = tourSteps[step];
    this.#tourStep = found === undefined ? null : step;
    if (found === undefined) return { text: tourEnd };
    const topic = found.topic === undefined ? undefined : topics[found.topic];
    if (found.topic === undefined || topic === undefined) return { text: found.lead };
    const { text, later } = this.#present(found.topic, topic, 0);
    const shown = { text: `${found.lead} ${text}${tourHint(step)}` };
    return later === undefined ? shown : { ...shown, later: `${later} ${tourEnd}` };
  }

  #tellMore(): Reply {
    const topic = this.#topic === null ? undefined : topics[this.#topic];
    if (
      this.#topic !== null &&
      topic !== undefined &&
      (this.#told.get(this.#topic) ?? 0) < topic.answers.length
    )
      return this.#tell(this.#topic);
    if (this.#offered !== null) return this.#accept();
    return { text: `That is all I know about it. ${this.#suggest()}` };
  }

  /** The question may be about this topic: the avatar asks, and talks about it after "yes". */
  #guess(id: string): Reply {
    const title = topics[id]?.title;
    if (title === undefined) return this.#unknown();
    this.#offered = id;
    return {
      text: `<svc-gesture name="tilt"/>I am not sure that I understood. Do you want to hear about ${title}?`,
    };
  }

  #unknown(): Reply {
    this.#misses += 1;
    this.#offered = null;
    const excuses = [
      '<svc-gesture name="shrug"/>I do not know that. I am a small demo without a language model, and I only know Parley.',
      '<svc-emotion name="concerned"/>That I cannot answer either. An avatar with your own endpoint or model could.',
      'I am sorry, I have no answer to that.',
    ];
    const excuse = excuses[(this.#misses - 1) % excuses.length] ?? '';
    if (this.#misses === 3) {
      this.#offered = 'tour';
      return { text: `${excuse} Shall I show you what I can do instead?` };
    }
    return { text: `${excuse} ${this.#suggest()}` };
  }

  /** Names two topics that the avatar has not talked about yet. */
  #suggest(): string {
    const untold = suggestions.filter((id) => !this.#told.has(id));
    const start = (2 * this.#suggested) % Math.max(1, untold.length);
    this.#suggested += 1;
    const fresh = untold.slice(start, start + 2);
    const titles = fresh.flatMap((id) => topics[id]?.title ?? []);
    return titles.length === 0
      ? 'What else would you like to know?'
      : `Ask me about ${titles.join(', or about ')}.`;
  }

  #nameText(): string {
    if (this.#visitor.name !== null)
      return `Your name is ${this.#visitor.name}. <svc-gesture name="wink"/>You told me.`;
    this.#asked = 'name';
    return 'I do not know your name yet. What is it?';
  }

  #projectText(): string {
    if (this.#visitor.project !== null)
      return `Your project is ${this.#visitor.project}${comma(this.#visitor)}.`;
    this.#asked = 'project';
    return `${this.#visitor.name === null ? '' : `I know your name, ${this.#visitor.name}. `}You have not told me yet what you build. What is it?`;
  }
}

const timeText = (now: Date): string => {
  const date = now.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  const time = now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `On this machine it is ${time}, on ${date}.`;
};
