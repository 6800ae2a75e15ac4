/** The service that a document describes. */
export type Service = { readonly baseUrl: string; readonly version: string };

/** A document's fixed parts. A text that begins with `{name}` gets the value of that name. */
export function filledIn<Base extends object>(base: Base, values: Readonly<Record<string, string>>): Base {
  return JSON.parse(JSON.stringify(base), (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/^\{(\w+)\}/, (whole, name: string) => values[name] ?? whole)
      : value,
  );
}
