import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { faultOf } from './schema-fault.ts';

const schema = Type.Object(
  {
    role: Type.Optional(Type.Union([Type.Literal('owner'), Type.Literal('member')])),
    state: Type.Optional(Type.Enum(['open', 'closed'])),
    voice: Type.Optional(Type.Union([Type.String(), Type.Object({ rate: Type.Number() })])),
  },
  { additionalProperties: false },
);
const faultIn = (value: unknown, of: TSchema = schema) => faultOf([...Compile(of).Errors(value)]);

describe('the fault of a value', () => {
  test.each([
    [{ role: 'king' }, '/role', 'must be one of: owner, member'],
    [{ state: 'ajar' }, '/state', 'must be one of: open, closed'],
    [{ voice: { rate: 'fast' } }, '/voice/rate', 'must be number'],
    [[], '', 'must be object'],
  ])('in %j names its place and what is possible', (value, path, reason) => {
    expect(faultIn(value)).toEqual({ path, reason, isUnknownField: false });
  });

  test('is a field that is not known', () => {
    expect(faultIn({ rôle: 'owner' })).toMatchObject({ path: '/rôle', isUnknownField: true });
  });
});
