export { compareBrains } from './comparison/compare-brains.ts';
export { createSecondBrains, type SecondBrains } from './second-brain.ts';
export { boundedOutbound } from './shadow/bounded-outbound.ts';
export { readShadowAnswers } from './shadow/shadow-answers.ts';
