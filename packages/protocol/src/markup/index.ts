export { balanceSentences, createSentenceBalancer, type SentenceBalancer } from './balance-sentences.ts';
export { classifyMessage, type MessageClass } from './classify-message.ts';
export { longestPauseMs } from './durations.ts';
export { formatMarkdown, MarkdownReader } from './markdown/markdown-reader.ts';
export { type BoundaryLevel, customServicePrefix, servicePrefix } from './names.ts';
export { parseServiceTag, type ServiceCommand, type ServiceTagResult } from './parse-service-tag.ts';
export { readMarkup } from './read-markup.ts';
export { sanitizeText } from './sanitize-text.ts';
export type { MarkupTag, Segment } from './segments.ts';
export { createSentenceCutter, cutSentences, type SentenceCutter } from './sentence-cutter.ts';
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
} from './service-tags.ts';
export {
  type Emphasis,
  type Pitch,
  plainStyle,
  type SpeechStyle,
  type VoiceChoice,
} from './speech-style.ts';
export { speechText, wordsOf } from './speech-text.ts';
export { stripServiceTags } from './strip-service-tags.ts';
export { parseTagJson, type TagJson } from './tag-json.ts';
export { eventNameProblem, tagNameProblem } from './tag-registration.ts';
