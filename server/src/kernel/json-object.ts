export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that the text holds, or null where it holds anything else. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    return asJsonObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value, or null where it is no object. An array is none. */
export const asJsonObject = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null);

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
