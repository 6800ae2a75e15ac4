import { LiveError, refusalOf } from '../../live-error.ts';
import { parseRecord } from '../../record.ts';
import type { PublicAvatar } from './call-details.ts';

export type TranscriptFormat = 'text' | 'json' | 'vtt';

/** What proves to the service that this page was in the session. */
export type SessionAccess = { readonly sessionId: string; readonly token: string };

const endings: Readonly<Record<TranscriptFormat, string>> = { text: 'txt', json: 'json', vtt: 'vtt' };
const answerTimeoutMs = 30_000;
const keptForMs = 60_000;

/** What the visitor may do with the latest call, even after its end. */
export class LatestCall {
  /** The avatar's public settings. */
  avatar: PublicAvatar | null = null;
  readonly #url: string;
  #access: SessionAccess | null = null;
  #allowsDownload = false;

  constructor(url: string) {
    this.#url = url;
  }

  get allowsDownload(): boolean {
    return this.#allowsDownload;
  }

  /** A call was connected. */
  handleConnected(access: SessionAccess | null, allowsDownload: boolean): void {
    this.#access = access;
    this.#allowsDownload = allowsDownload && access !== null;
  }

  /** Rejects with the service's code and message, such as `download_expired`. */
  async readTranscript(format: TranscriptFormat): Promise<File> {
    if (!this.#allowsDownload)
      throw new LiveError('download_off', 'There is no call whose transcript can be downloaded.');
    const content = await this.#ask(`transcript?format=${format}`, {});
    const name = `transcript-${this.#access?.sessionId}.${endings[format]}`;
    return new File([content], name, { type: content.type });
  }

  /** Rejects with the service's code and message, such as `rating_expired`. */
  async rate(stars: number, comment: string): Promise<void> {
    await this.#ask('rating', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stars, comment }),
    });
  }

  async #ask(what: string, request: RequestInit): Promise<Blob> {
    if (this.#access === null) throw new LiveError('no_call', 'There was no call.');
    const { sessionId, token } = this.#access;
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const url = `${this.#url}/client/sessions/${sessionId}/${what}`;
    try {
      const response = await fetch(url, { ...request, headers, signal });
      if (response.ok) return await response.blob();
      const { status } = response;
      throw refusalOf(parseRecord(await response.text()), status, `The service answered ${status}.`);
    } catch (error) {
      if (error instanceof LiveError) throw error;
      throw new LiveError('unreachable', `Could not reach the service at ${this.#url}.`);
    }
  }
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
