export { defaultKeyRule, type KeyRecord, ruleOf } from './key.ts';
export type { KeyUse } from './key-uses.ts';
export { createKeys, type KeyCheck, type Keys, type KeyWish } from './keys.ts';
