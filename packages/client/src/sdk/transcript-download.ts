import { LiveError } from '../live-error.ts';

export type TranscriptFormat = 'text' | 'json' | 'vtt';

/** What proves to the service that this page was in the session. */
export type TranscriptAccess = { readonly sessionId: string; readonly token: string };

const endings: Readonly<Record<TranscriptFormat, string>> = { text: 'txt', json: 'json', vtt: 'vtt' };
const answerWithinMs = 30_000;
const keptForMs = 60_000;

/** Downloads the transcript of the latest call, also after its end. */
export class TranscriptDownload {
  readonly #url: string;
  #access: TranscriptAccess | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  get isAllowed(): boolean {
    return this.#access !== null;
  }

  /** A call was connected. Null: its avatar does not allow the download. */
  handleConnected(access: TranscriptAccess | null): void {
    this.#access = access;
  }

  /** Rejects with the service's code and message, such as `download_expired`. */
  async read(format: TranscriptFormat): Promise<File> {
    if (this.#access === null)
      throw new LiveError('download_off', 'There is no call whose transcript can be downloaded.');
    const { sessionId, token } = this.#access;
    try {
      const url = `${this.#url}/client/sessions/${sessionId}/transcript?format=${format}`;
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(answerWithinMs) });
      if (!response.ok) throw await refusalOf(response);
      const content = await response.blob();
      return new File([content], `transcript-${sessionId}.${endings[format]}`, { type: content.type });
    } catch (error) {
      if (error instanceof LiveError) throw error;
      throw new LiveError('unreachable', `The service at ${this.#url} cannot be reached.`);
    }
  }
}

async function refusalOf(response: Response): Promise<LiveError> {
  const { status } = response;
  const answer = (await response.json().catch(() => null)) as {
    error?: { code?: unknown; message?: unknown };
  } | null;
  const { code, message } = answer?.error ?? {};
  return typeof code === 'string' && typeof message === 'string'
    ? new LiveError(code, message, status)
    : new LiveError('unexpected_answer', `The service answered ${status} without a transcript.`, status);
}

/** Lets the browser save a file. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // Browsers read the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), keptForMs);
}
