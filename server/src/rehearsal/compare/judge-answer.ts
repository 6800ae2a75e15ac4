import { isDeepStrictEqual } from 'node:util';
import { languageOfSentence } from '../../speech/index.ts';
import type { Expectation } from '../script/script-file.ts';
import { durationMs } from '../script/steps.ts';
import type { Answer, AnswerTag } from './answer.ts';
import { hasWords, isMatch, listed } from './expected-words.ts';

type ExpectedTag = NonNullable<Expectation['tags']>[number];

/** Everything in which an answer is not what was expected; empty if it is. */
export function judgeAnswer(answer: Answer, expect: Expectation): string[] {
  if (answer.problem !== null) return [answer.problem];
  const { words, tags } = answer;
  return [
    ...listed(expect.contains)
      .filter((text) => !hasWords(words, text))
      .map((text) => `Expected the words "${text}".`),
    ...listed(expect.not)
      .filter((text) => hasWords(words, text))
      .map((text) => `Did not expect the words "${text}".`),
    ...listed(expect.matches).flatMap((pattern) => patternFault(words, pattern)),
    ...emptiness(words, expect.empty),
    ...(expect.tags ?? [])
      .filter((tag) => !tags.some((found) => isTag(found, tag)))
      .map((tag) => `Expected the tag ${expectedTagText(tag)}.`),
    ...listed(expect.notTags)
      .filter((name) => tags.some((tag) => tag.name === name.toLowerCase()))
      .map((name) => `Did not expect the tag <${name}>.`),
    ...languageFault(answer, expect.language),
    ...timeFault('the first sentence', answer.firstSentenceMs, expect.firstSentenceWithin),
    ...timeFault('the whole answer', answer.totalMs, expect.within),
  ];
}

function patternFault(words: string, pattern: string): string[] {
  const found = isMatch(words, pattern);
  if (found === null) return [`The pattern ${pattern} takes too long on this answer. Write it more simply.`];
  return found ? [] : [`Expected words that match ${pattern}.`];
}

function emptiness(words: string, empty: boolean | undefined): string[] {
  if (empty === undefined || empty === (words === '')) return [];
  return [empty ? 'Expected no words.' : 'Expected some words.'];
}

/** The json may have more fields than expected. */
function isTag({ name, attributes, json }: AnswerTag, expected: ExpectedTag): boolean {
  if (typeof expected === 'string') return name === expected.toLowerCase();
  return (
    name === expected.name.toLowerCase() &&
    (expected.json === undefined || includes(json, expected.json)) &&
    includes(attributes, expected.attributes ?? {})
  );
}

function includes(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return isDeepStrictEqual(value, part);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(part).every(([name, inner]) =>
    includes((value as Readonly<Record<string, unknown>>)[name], inner),
  );
}

const expectedTagText = (tag: ExpectedTag): string =>
  typeof tag === 'string'
    ? `<${tag}>`
    : tagText({ name: tag.name, attributes: tag.attributes ?? {}, json: tag.json ?? null });

export function tagText({ name, attributes, json }: AnswerTag): string {
  const { json: _, ...others } = attributes;
  const parts = Object.entries(others).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${parts.join('')}${json === null ? '' : ` json='${JSON.stringify(json)}'`}>`;
}

/** Words that tell another language decide, else a tag. Few words tell no language, so they may be in any. */
function languageFault({ words, tags }: Answer, expected: string | undefined): string[] {
  if (expected === undefined) return [];
  const base = (language: string) => language.split('-')[0]?.toLowerCase();
  const stated = tags.findLast(({ name }) => name === 'svc-language')?.attributes.name?.trim();
  const actual = languageOfSentence({ text: words, markup: words }, expected) ?? stated ?? expected;
  return base(actual) === base(expected) ? [] : [`Expected the language ${expected}, and it is ${actual}.`];
}

function timeFault(what: string, tookMs: number | null, limit: string | undefined): string[] {
  if (limit === undefined || (tookMs !== null && tookMs <= (durationMs(limit) ?? 0))) return [];
  const came = tookMs === null ? 'there was none' : `it came after ${(tookMs / 1000).toFixed(1)} s`;
  return [`Expected ${what} within ${limit}, and ${came}.`];
}
