export { formatMarkdown, MarkdownReader } from './markdown/markdown-reader.ts';
export { sanitizeText } from './sanitize-text.ts';
export { balanceSentences, createSentenceBalancer } from './sentences/balance-sentences.ts';
export { createSentenceCutter, cutSentences } from './sentences/sentence-cutter.ts';
export { shortened, shortLine } from './shortened.ts';
export { classifyMessage, type MessageClass } from './speech/classify-message.ts';
export { longestPauseMs } from './speech/pauses.ts';
export type { Pitch } from './speech/prosody-values.ts';
export { isPlain, readMarkup } from './speech/read-markup.ts';
export type { MarkupTag, Segment } from './speech/segments.ts';
export type { Emphasis, SpeechStyle, StatedSounds, VoiceChoice } from './speech/speech-style.ts';
export { speechText, wordsOf } from './speech/speech-text.ts';
export { parseServiceTag } from './tags/parse-service-tag.ts';
export {
  type Emotion,
  emotions,
  type Gesture,
  gestures,
  type LookTarget,
  lookTargets,
  type ServiceCommand,
  type ServiceTagAttribute,
  type ServiceTagEntry,
  serviceTags,
} from './tags/service-tags.ts';
export { stripServiceTags } from './tags/strip-service-tags.ts';
export { parseTagJson } from './tags/tag-json.ts';
export { eventNameProblem, tagNameProblem } from './tags/tag-registration.ts';
