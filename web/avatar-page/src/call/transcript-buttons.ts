import type { Parley } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import type { StateView } from '../state/state-view.ts';
import type { Texts } from '../texts/index.ts';

/** Two buttons that save the transcript: beside the messages, and on the screen after the call. */
export class TranscriptButtons {
  readonly #elements: Elements;
  readonly #parley: Parley;
  readonly #texts: Texts;
  #isSaving = false;
  #hasFailed = false;

  constructor(elements: Elements, parley: Parley, view: StateView, texts: Texts) {
    this.#elements = elements;
    this.#parley = parley;
    this.#texts = texts;
    const { download, downloadEnded, problem } = elements;
    parley.on('websocket-connect', () => this.#show());
    this.#show();
    download.addEventListener(
      'click',
      () => void this.#save((transcriptProblem) => view.change({ transcriptProblem })),
    );
    downloadEnded.addEventListener(
      'click',
      () =>
        void this.#save((text) => {
          problem.textContent = text;
        }),
    );
  }

  #show(): void {
    const { download, downloadEnded } = this.#elements;
    const isAllowed = this.#parley.canDownloadTranscript;
    download.hidden = !isAllowed;
    downloadEnded.hidden = !isAllowed;
  }

  async #save(report: (text: string) => void): Promise<void> {
    if (this.#isSaving) return;
    this.#isSaving = true;
    try {
      await this.#parley.downloadTranscript();
      if (this.#hasFailed) report('');
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      const { code = '' } = error as { code?: string };
      report(this.#texts.notDownloaded[code] ?? this.#texts.notDownloadedOtherwise);
    } finally {
      this.#isSaving = false;
    }
  }
}
