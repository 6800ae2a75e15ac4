import type { TranscriptFormat } from '@parley/client/sdk';
import { useEventState } from './use-event-state.ts';
import { useParley } from './use-parley.ts';

export type TranscriptDownload = {
  /** True if the avatar lets the visitor download the transcript of the latest call. */
  readonly allowed: boolean;
  /** Saves the transcript as a file, up to an hour after the call. Rejects with a ParleyError. */
  download(format?: TranscriptFormat): Promise<void>;
};

/** For a button that saves the transcript. */
export function useTranscriptDownload(): TranscriptDownload {
  const parley = useParley();
  const allowed = useEventState(['websocket-connect'], (parley) => parley.canDownloadTranscript, false);
  return { allowed, download: async (format) => await parley?.downloadTranscript(format) };
}
