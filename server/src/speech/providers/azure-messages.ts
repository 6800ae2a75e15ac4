import { parseForeignJson } from '../../kernel/index.ts';

/** The messages of the speech service: headers like those of HTTP, an empty line, and a body. */
export type AzureMessage = {
  readonly path: string;
  readonly requestId: string;
  readonly body: Uint8Array;
  /** The size of the whole message. */
  readonly messageBytes: number;
};

const longestHead = 4_096;

export function writeMessage(path: string, requestId: string, type: string, body: string): string {
  const headers = [
    `Path: ${path}`,
    `X-RequestId: ${requestId}`,
    `X-Timestamp: ${new Date().toISOString()}`,
    `Content-Type: ${type}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

/** Binary messages begin with the length of their headers in two bytes. Returns undefined for anything else. */
export function readMessage(data: Uint8Array, isBinary: boolean): AzureMessage | undefined {
  const length = isBinary ? ((data[0] ?? 0) << 8) | (data[1] ?? 0) : Buffer.from(data).indexOf('\r\n\r\n');
  if (length < 0 || length > longestHead || (isBinary && data.length < length + 2)) return undefined;
  const head = Buffer.from(isBinary ? data.subarray(2, 2 + length) : data.subarray(0, length)).toString(
    'latin1',
  );
  const body = data.subarray(isBinary ? 2 + length : length + 4);
  const header = (name: string) =>
    head
      .split('\r\n')
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  return {
    path: header('path').toLowerCase(),
    requestId: header('x-requestid').toLowerCase(),
    body,
    messageBytes: data.length,
  };
}

export const speechConfig = JSON.stringify({
  context: {
    system: { name: 'Parley', version: '1' },
    os: { platform: 'server', name: 'node', version: '1' },
  },
});

export function synthesisContext(outputFormat: string): string {
  return JSON.stringify({
    synthesis: {
      audio: {
        metadataOptions: {
          bookmarkEnabled: true,
          punctuationBoundaryEnabled: false,
          sentenceBoundaryEnabled: false,
          sessionEndEnabled: true,
          visemeEnabled: true,
          wordBoundaryEnabled: true,
        },
        outputFormat,
      },
      language: { autoDetection: false },
    },
  });
}

export type AzureMetadata =
  | { readonly type: 'word'; readonly atMs: number; readonly durationMs: number; readonly text: string }
  | { readonly type: 'viseme'; readonly atMs: number; readonly id: number }
  | { readonly type: 'mark'; readonly atMs: number; readonly name: string };

const ticksPerMs = 10_000;

export function readMetadata(body: Uint8Array): AzureMetadata[] {
  const parsed = parse(body);
  const entries = Array.isArray(parsed.Metadata) ? parsed.Metadata : [];
  return entries.flatMap((entry: unknown): AzureMetadata[] => {
    const { Type: type, Data: data } = asObject(entry);
    const { Offset: offset, Duration: duration, VisemeId: id, Bookmark: name, text } = asObject(data);
    const atMs = typeof offset === 'number' ? offset / ticksPerMs : undefined;
    if (atMs === undefined) return [];
    if (type === 'Viseme' && typeof id === 'number') return [{ type: 'viseme', atMs, id }];
    if (type === 'Bookmark' && typeof name === 'string') return [{ type: 'mark', atMs, name }];
    const { Text: word } = asObject(text);
    if (type !== 'WordBoundary' || typeof word !== 'string') return [];
    const durationMs = typeof duration === 'number' ? duration / ticksPerMs : 0;
    return [{ type: 'word', atMs, durationMs, text: word }];
  });
}

const parse = (body: Uint8Array): Readonly<Record<string, unknown>> =>
  asObject(parseForeignJson(Buffer.from(body).toString('utf8')));

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
