type Json = Record<string, unknown>;

/**
 * Collects the schemas of a document under `components.schemas`. Equal schemas become one, so that a generated client
 * has one class for each shape and not one for each of its uses.
 */
export class ComponentSchemas {
  readonly #schemas = new Map<string, Json>();
  /** Names by content. */
  readonly #names = new Map<string, string>();

  /** `names`: the names of schemas that have one. All others are named after their first use. */
  constructor(names: Readonly<Record<string, object>>) {
    for (const [name, schema] of Object.entries(names)) {
      const plain = plainOf(schema);
      if (isShape(plain) && !this.#names.has(contentOf(plain)))
        this.#names.set(contentOf(plain), upperFirst(name));
    }
  }

  /** Collects for another document, in which the same shapes have the same names. */
  forAnotherDocument(): ComponentSchemas {
    const other = new ComponentSchemas({});
    for (const [content, name] of this.#names) other.#names.set(content, name);
    return other;
  }

  /** A schema that refers to the collected ones. `path` names it if nothing else does. */
  add(schema: object, path: string): Json {
    return this.#add(plainOf(schema), path);
  }

  all(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(schema: Json, path: string): Json {
    if (!isShape(schema)) return this.#withParts(schema, path);
    const content = contentOf(schema);
    const name = this.#names.get(content) ?? this.#freeName(path);
    this.#names.set(content, name);
    if (!this.#schemas.has(name)) {
      const { description: _, ...rest } = schema;
      // Reserved first, because its parts are named after it.
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#withParts(rest, name));
    }
    const reference = { $ref: `#/components/schemas/${name}` };
    return schema.description === undefined ? reference : { ...reference, description: schema.description };
  }

  #withParts(schema: Json, path: string): Json {
    const { properties, items } = schema;
    const rewritten: Json = { ...schema };
    if (isObject(properties))
      rewritten.properties = Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [
          name,
          this.#add(part as Json, path + wordsOf(name)),
        ]),
      );
    if (isObject(items)) rewritten.items = this.#add(items, `${path}Item`);
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      if (Array.isArray(schema[key])) rewritten[key] = schema[key].map((part: Json) => this.#add(part, path));
    if (isObject(schema.patternProperties))
      rewritten.patternProperties = Object.fromEntries(
        Object.entries(schema.patternProperties).map(([name, part]) => [
          name,
          this.#add(part as Json, `${path}Value`),
        ]),
      );
    return rewritten;
  }

  #freeName(path: string): string {
    const taken = new Set([...this.#schemas.keys(), ...this.#names.values()]);
    let name = path;
    for (let count = 2; taken.has(name); count++) name = path + count;
    return name;
  }
}

/** Objects with fields, and lists of choices. A generated client has a class for each of them. */
const isShape = (schema: Json): boolean =>
  Array.isArray(schema.enum) || (isObject(schema.properties) && Object.keys(schema.properties).length > 0);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without the functions and hidden fields of the library that made it. */
const plainOf = (schema: object): Json => JSON.parse(JSON.stringify(schema)) as Json;

function contentOf({ description: _, ...schema }: Json): string {
  return JSON.stringify(schema);
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `max_session_duration` becomes `MaxSessionDuration`. */
export const wordsOf = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(upperFirst)
    .join('');
