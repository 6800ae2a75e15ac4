import { type TSchema, Type } from 'typebox';

type Fields = Record<string, unknown>;

/**
 * Makes a function that copies a value which fits the schema, with the fields that the schema names and no others. So
 * code that reads a frame never sees an unchecked field.
 */
export function knownFields(schema: TSchema): (value: unknown) => unknown {
  if (!Type.IsObject(schema)) return (value) => value;
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => [name, knownFields(field)] as const,
  );
  return (value) => {
    const copy: Fields = {};
    for (const [name, copyField] of fields) {
      if (Object.hasOwn(value as Fields, name)) copy[name] = copyField((value as Fields)[name]);
    }
    return copy;
  };
}
