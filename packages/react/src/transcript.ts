export type TranscriptEntry = {
  readonly id: string;
  readonly speaker: 'user' | 'avatar';
  readonly text: string;
  /** False while it is still being spoken. */
  readonly final: boolean;
  /** The user interrupted it. `text` is the part that was heard. */
  readonly interrupted: boolean;
};

export type TranscriptInput =
  | { readonly kind: 'begin' }
  | { readonly kind: 'user'; readonly text: string; readonly final: boolean }
  | {
      readonly kind: 'avatar';
      readonly text: string;
      readonly final: boolean;
      readonly utterance: number;
      readonly index: number;
    }
  | { readonly kind: 'interrupted' };

export function transcriptStep(
  entries: readonly TranscriptEntry[],
  input: TranscriptInput,
): readonly TranscriptEntry[] {
  switch (input.kind) {
    case 'begin':
      return entries.length === 0 ? entries : [];
    case 'user':
      return withUser(entries, input.text, input.final);
    case 'avatar': {
      const { text, final, utterance, index } = input;
      return upsert(entries, {
        id: `a${utterance}-${index}`,
        speaker: 'avatar',
        text,
        final,
        interrupted: false,
      });
    }
    case 'interrupted': {
      const last = entries.findLast(({ speaker }) => speaker === 'avatar');
      return last === undefined ? entries : upsert(entries, { ...last, final: true, interrupted: true });
    }
  }
}

/** Partial recognition results share one entry, which the final result replaces. */
function withUser(entries: readonly TranscriptEntry[], text: string, final: boolean): TranscriptEntry[] {
  const open = entries.findLast(({ speaker, final: done }) => speaker === 'user' && !done);
  // What was heard so far turned out to be no words, or was cancelled.
  if (text === '') return entries.filter((entry) => entry !== open);
  const id = open?.id ?? `u${entries.filter(({ speaker }) => speaker === 'user').length}`;
  return upsert(entries, { id, speaker: 'user', text, final, interrupted: false });
}

function upsert(entries: readonly TranscriptEntry[], entry: TranscriptEntry): TranscriptEntry[] {
  const at = entries.findIndex(({ id }) => id === entry.id);
  return at === -1 ? [...entries, entry] : entries.with(at, entry);
}
