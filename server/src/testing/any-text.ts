import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((n) => String.fromCodePoint(n < surrogates.first ? n : n + surrogates.count));
const unit = fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), anyCharacter);

/** Text of any characters. The library's own such unit builds a table of all of Unicode for each use. */
export const anyText = (limits: { readonly minLength?: number; readonly maxLength?: number } = {}) =>
  fc.string({ ...limits, unit });
