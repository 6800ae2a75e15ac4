export type JsonRecord = Readonly<Record<string, unknown>>;

/** The object that the text holds, or null where it holds anything else. */
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
