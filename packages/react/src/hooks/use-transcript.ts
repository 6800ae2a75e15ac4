import { useEffect, useState } from 'react';
import { type TranscriptEntry, type TranscriptInput, transcriptStep } from '../transcript.ts';
import { useParley } from './use-parley.ts';

/** What was said in this call, sentence by sentence. The last entry may still grow. */
export function useTranscript(): readonly TranscriptEntry[] {
  const parley = useParley();
  const [entries, setEntries] = useState<readonly TranscriptEntry[]>([]);
  useEffect(() => {
    const feed = (input: TranscriptInput) => setEntries((before) => transcriptStep(before, input));
    feed({ kind: 'begin' });
    const stops = [
      parley?.on('auth-success', () => feed({ kind: 'begin' })),
      parley?.on('agent:message', ({ speaker, message }) => {
        if (speaker === 'user') feed({ kind: 'user', text: message, final: true });
      }),
      parley?.on('user-transcript', ({ text, final }) => {
        if (!final) feed({ kind: 'user', text, final });
      }),
      parley?.on('avatar-transcript', (transcript) => feed({ kind: 'avatar', ...transcript })),
      parley?.on('interrupted', () => feed({ kind: 'interrupted' })),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [parley]);
  return entries;
}
