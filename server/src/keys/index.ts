export { defaultKeyRule, type KeyRecord, ruleOf } from './key.ts';
export type { KeyUse } from './key-uses.ts';
export {
  createKeys,
  type KeyChange,
  type KeyCheck,
  type KeyInput,
  type KeyLookUp,
  type KeyRef,
  type Keys,
} from './keys.ts';
