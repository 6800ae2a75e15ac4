type Json = Record<string, unknown>;

type Document = { readonly components: { readonly schemas: Readonly<Record<string, unknown>> } };

/** Each schema of the documents as a file of its own. They refer to each other by the names of their files. */
export function schemaFiles(documents: readonly Json[], baseUrl: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { components } of documents as readonly unknown[] as readonly Document[])
    for (const [name, schema] of Object.entries(components.schemas)) {
      const file = `${name}.json`;
      const text = JSON.stringify(
        {
          $schema: 'http://json-schema.org/draft-07/schema#',
          $id: `${baseUrl}/schemas/${file}`,
          ...(schema as Json),
        },
        (key, value: unknown) =>
          key === '$ref' ? String(value).replace('#/components/schemas/', '').concat('.json') : value,
      );
      if ((files.get(file) ?? text) !== text) throw new Error(`two schemas have the name ${name}`);
      files.set(file, text);
    }
  return files;
}
