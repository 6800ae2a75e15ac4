/** The service that a document describes. */
export type Service = { readonly baseUrl: string; readonly version: string };

/** A document's fixed parts. A text that begins with `{name}` gets the value of that name. */
export function filledIn<Document extends object>(
  document: Document,
  values: Readonly<Record<string, string>>,
): Document {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^\{(\w+)\}/, (whole, name: string) => values[name] ?? whole)
      : value,
  );
}
