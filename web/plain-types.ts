/** The parts of a JSON Schema that the events use. */
type Schema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
};

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A schema as a TypeScript type, so that the declarations of a package need no library of schemas. */
export function plainType(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(plainType).join(' | ');
  if (schema.type === 'array' && schema.items !== undefined) return `(${plainType(schema.items)})[]`;
  if (schema.type === 'object') return objectType(schema);
  const found = plain[schema.type ?? ''];
  if (found === undefined) throw new Error(`No type for the schema ${JSON.stringify(schema)}`);
  return found;
}

function objectType({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const about = schema.description === undefined ? '' : `/** ${schema.description} */ `;
    return `${about}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${plainType(schema)};\n`;
  });
  return `{\n${fields.join('')}}`;
}
