export type JsonRecord = Readonly<Record<string, unknown>>;

/** The JSON object in the text, or null if it is anything else. */
export function parseRecord(text: string): JsonRecord | null {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return null;
  }
}

export function recordOf(value: unknown): JsonRecord | null {
  return typeof value === 'object' ? (value as JsonRecord | null) : null;
}
