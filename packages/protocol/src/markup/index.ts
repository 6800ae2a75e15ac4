export { formatMarkdown, MarkdownReader } from './markdown/markdown-reader.ts';
export { type BoundaryLevel, customServicePrefix, servicePrefix } from './reading/names.ts';
export { sanitizeText } from './sanitize-text.ts';
export {
  balanceSentences,
  createSentenceBalancer,
  type SentenceBalancer,
} from './sentences/balance-sentences.ts';
export { createSentenceCutter, cutSentences, type SentenceCutter } from './sentences/sentence-cutter.ts';
export { classifyMessage, type MessageClass } from './speech/classify-message.ts';
export { longestPauseMs } from './speech/durations.ts';
export { readMarkup } from './speech/read-markup.ts';
export type { MarkupTag, Segment } from './speech/segments.ts';
export {
  type Emphasis,
  type Pitch,
  plainStyle,
  type SpeechStyle,
  type VoiceChoice,
} from './speech/speech-style.ts';
export { speechText, wordsOf } from './speech/speech-text.ts';
export { parseServiceTag, type ServiceCommand, type ServiceTagResult } from './tags/parse-service-tag.ts';
export {
  type Emotion,
  emotions,
  type Gesture,
  gestures,
  isServiceTagName,
  type LookTarget,
  lookTargets,
  type ServiceTagAttribute,
  type ServiceTagEntry,
  type ServiceTagName,
  serviceTags,
} from './tags/service-tags.ts';
export { stripServiceTags } from './tags/strip-service-tags.ts';
export { parseTagJson, type TagJson } from './tags/tag-json.ts';
export { eventNameProblem, tagNameProblem } from './tags/tag-registration.ts';
