export { defaultKeyRule, type KeyRecord, ruleOf } from './key.ts';
export { createKeys, type KeyCheck, type Keys, type KeyWish } from './keys.ts';
