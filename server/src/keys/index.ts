export { defaultKeyRule, type KeyRecord, ruleOf } from './key.ts';
export type { KeyUse } from './key-uses.ts';
export { createKeys, type KeyCheck, type KeyLookUp, type Keys } from './keys.ts';
