import {
  createSentenceBalancer,
  createSentenceCutter,
  cutSentences,
  formatMarkdown,
  MarkdownReader,
  type MarkupTag,
  parseServiceTag,
  parseTagJson,
  readMarkup,
  type ServiceCommand,
  speechText,
} from '@parley/protocol';
import { bytesOfItem, type SpeechItem } from '../state/utterance.ts';

/** The tags that a page has registered. */
export interface TagRegistry {
  /** The DOM event of a tag; null if the tag is not registered. */
  eventOf(tag: string): string | null;
  /** A tag was left out, because no page handler is registered for it. */
  handleUnknown(tag: string): void;
  /** The text asks for a person. The page does not learn of it. */
  requestPerson(reason: string): void;
}

/**
 * Every step of a conversation looks at all items of the current utterance. A reply of 64 KiB can have 20,000 sentences
 * of one letter, which took 3.5 s of the process; in prose it has 800.
 */
const maxItems = 2_000;
/** More than a text of 64 KiB needs, unless its tags are repeated in each of its sentences. */
const maxItemBytes = 320 * 1024;

/** Turns a text that comes in pieces into speech items. */
export type SpeechReader = { push(piece: string): SpeechItem[]; flush(): SpeechItem[] };

export function createSpeechReader(tags: TagRegistry): SpeechReader {
  const markdown = new MarkdownReader();
  const cutter = createSentenceCutter();
  const balancer = createSentenceBalancer();
  const limit = new ItemLimit();
  const read = (sentences: readonly string[]) =>
    limit.read(sentences, (sentence) => itemsOf(balancer.balance(sentence), tags));
  return {
    push: (piece) => read(cutter.push(markdown.push(piece))),
    flush: () => read([...cutter.push(markdown.flush()), ...cutter.flush()]),
  };
}

/** Leaves out what is too much for one utterance, without reading it. */
class ItemLimit {
  #items = maxItems;
  #bytes = maxItemBytes;

  read(sentences: readonly string[], itemsIn: (sentence: string) => SpeechItem[]): SpeechItem[] {
    const taken: SpeechItem[] = [];
    for (const sentence of sentences) {
      if (this.#items <= 0 || this.#bytes <= 0) break;
      for (const item of itemsIn(sentence)) {
        this.#items -= 1;
        this.#bytes -= bytesOfItem(item);
        if (this.#items < 0 || this.#bytes < 0) return taken;
        taken.push(item);
      }
    }
    return taken;
  }
}

export function readSpeech(text: string, tags: TagRegistry): SpeechItem[] {
  const balancer = createSentenceBalancer();
  const read = (sentence: string) => itemsOf(balancer.balance(sentence), tags);
  return new ItemLimit().read(cutSentences(formatMarkdown(text)), read);
}

/** The tags before the first word come before the sentence, the others after it. */
function itemsOf(markup: string, tags: TagRegistry): SpeechItem[] {
  if (!markup.includes('<')) return sentenceOf(markup, speechText(markup));
  const before: SpeechItem[] = [];
  const after: SpeechItem[] = [];
  let spoken = false;
  for (const segment of readMarkup(markup)) {
    if (segment.kind === 'speech' && segment.text.trim() !== '') spoken = true;
    if (segment.kind !== 'custom' && segment.kind !== 'service') continue;
    const command = segment.kind === 'service' ? commandOf(segment.tag) : null;
    if (command?.kind === 'request-person') {
      tags.requestPerson(command.reason);
      continue;
    }
    const item = tagItem(segment.tag, command, tags);
    if (item === null) tags.handleUnknown(segment.tag.name);
    else (spoken ? after : before).push(item);
  }
  return [...before, ...sentenceOf(markup, speechText(markup)), ...after];
}

function sentenceOf(markup: string, text: string): SpeechItem[] {
  return text === '' ? [] : [{ kind: 'sentence', text, markup }];
}

function tagItem(tag: MarkupTag, command: ServiceCommand | null, tags: TagRegistry): SpeechItem | null {
  const event = tags.eventOf(tag.name);
  if (event === null && command === null) return null;
  return { kind: 'tag', name: tag.name, event, attributes: plainAttributes(command) ?? attributesOf(tag) };
}

/** Pages get a pause in one form, milliseconds, and a language without spaces around it. */
function plainAttributes(command: ServiceCommand | null): Readonly<Record<string, string>> | null {
  if (command?.kind === 'pause') return { ms: String(command.ms) };
  return command?.kind === 'language' ? { name: command.language } : null;
}

function attributesOf(tag: MarkupTag): Readonly<Record<string, string>> {
  const json = parseTagJson(tag);
  return { ...Object.fromEntries(tag.attributes), ...(json.ok ? { json: json.text } : {}) };
}

/** What the tag tells the avatar to do; null if it is not for the avatar. */
function commandOf(tag: MarkupTag): ServiceCommand | null {
  const parsed = parseServiceTag(tag);
  return parsed.ok && parsed.command.kind !== 'register-tag' ? parsed.command : null;
}
