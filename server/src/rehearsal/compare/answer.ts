import { formatMarkdown, type MarkupTag, parseTagJson, readMarkup, wordsOf } from '@parley/protocol';

export type AnswerTag = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its parsed `json` attribute; null if there is none, or if it does not parse. */
  readonly json: unknown;
};

/** What the avatar said, or would have said. */
export type Answer = {
  /** Why there is no whole answer; null if there is. */
  readonly problem: string | null;
  readonly words: string;
  readonly tags: readonly AnswerTag[];
  readonly firstSentenceMs: number | null;
  readonly totalMs: number;
};

export type Said = Pick<Answer, 'words' | 'tags'>;

/** A reply that was parsed once, because parsing a long one takes a while. */
export type ParsedReply = Said & {
  /** Its first words, with the tags before and between them. */
  upTo(maxWords: number): Said;
};

export function parseReply(reply: string): ParsedReply {
  const segments = readMarkup(formatMarkdown(reply));
  const parts = segments.map((segment) => ({
    tags: tagsIn(segment),
    words: segment.kind === 'speech' ? segment.text.split(/\s+/).filter((word) => word !== '') : [],
  }));
  return {
    words: wordsOf(segments),
    tags: parts.flatMap((part) => part.tags),
    upTo(maxWords) {
      const tags: AnswerTag[] = [];
      const words: string[] = [];
      for (const part of parts) {
        if (words.length >= maxWords) break;
        tags.push(...part.tags);
        words.push(...part.words.slice(0, maxWords - words.length));
      }
      return { words: words.join(' '), tags };
    },
  };
}

/** The words and tags of a reply, up to this many words. */
export function readReply(reply: string, maxWords: number | null = null): Said {
  const parsed = parseReply(reply);
  return maxWords === null ? parsed : parsed.upTo(maxWords);
}

/** Whether a reply that is still arriving has more words than this. The last one may be incomplete. */
export function hasMoreWords(reply: string, count: number): boolean {
  const open = reply.lastIndexOf('<');
  const whole = open > reply.lastIndexOf('>') ? reply.slice(0, open) : reply;
  const { words } = readReply(whole);
  return words !== '' && words.split(' ').length > count;
}

/** Up to here every piece of a reply is looked at. */
const oftenCharacters = 1_024;

/**
 * Looks for more words than this in a reply that is still arriving. In a long one it looks whenever a sixteenth more has
 * come: reading all of it for each piece would take minutes.
 */
export function wordLimit(count: number, hasMore = hasMoreWords): (reply: string) => boolean {
  let next = 0;
  return (reply) => {
    if (reply.length < next) return false;
    next = reply.length < oftenCharacters ? 0 : reply.length + reply.length / 16;
    return hasMore(reply, count);
  };
}

const tagsIn = (segment: ReturnType<typeof readMarkup>[number]): AnswerTag[] =>
  segment.kind === 'custom' || segment.kind === 'service' ? [tagOf(segment.tag)] : [];

function tagOf(tag: MarkupTag): AnswerTag {
  const json = parseTagJson(tag);
  return {
    name: tag.name,
    attributes: Object.fromEntries(tag.attributes),
    json: json.ok ? json.value : null,
  };
}
