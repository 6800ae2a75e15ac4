import { type TProperties, Type } from 'typebox';

/** The schema of a frame: its type, what it means, and its fields. */
export const frame = <T extends string, F extends TProperties>(type: T, description: string, fields: F) =>
  Type.Object({ type: Type.Literal(type), ...fields }, { description });
