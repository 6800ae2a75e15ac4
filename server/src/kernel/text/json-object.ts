export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Many times more than a message of any provider has. Parsing this many takes a few milliseconds, whatever they are.
 */
const maxJsonParts = 20_000;

/** The object in the text; null if the text holds anything else, or too many parts. */
export const parseJsonObject = (text: string): JsonObject | null => asJsonObject(parseForeignJson(text));

/**
 * Parses JSON from another party. Undefined if it is not JSON, or if it has so many parts that parsing it would delay
 * all other requests: a megabyte of small objects takes as long as 80 megabytes of text.
 */
export function parseForeignJson(text: string): unknown {
  if (hasMoreJsonParts(text, maxJsonParts)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [quote, backslash, comma, colon, bracket, brace] = [34, 92, 44, 58, 91, 123] as const;

/** Whether values begin in more than `most` places of the text. Nothing is kept of the text while it is counted. */
export function hasMoreJsonParts(text: string, most: number): boolean {
  let parts = 0;
  let isString = false;
  for (let at = 0; at < text.length && parts <= most; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) isString = !isString;
    else if (isString) at += character === backslash ? 1 : 0;
    else if (character === comma || character === colon || character === bracket || character === brace) {
      parts += 1;
    }
  }
  return parts > most;
}

/** The value, or null if it is not an object. An array does not count as one. */
export const asJsonObject = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null);

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
