import { inPieces, type Readers } from '../../testing/hostile-text/index.ts';
import { createSpeechReader, readSpeech } from '../conversation/speech/speech-reader.ts';
import { readFrame } from '../socket/frame-reader.ts';

const tags = { eventOf: () => 'event', handleUnknown: () => {}, requestPerson: () => {} };

/** What reads frames, and what the avatar says. */
export const liveReaders: Readers = {
  readFrame,
  'a frame that says it': (text) => readFrame(JSON.stringify({ type: 'say', text })),
  readSpeech: (text) => readSpeech(text, tags),
  'speech in pieces': (text) => {
    const reader = createSpeechReader(tags);
    inPieces((piece) => reader.push(piece), text, 16);
    return reader.flush();
  },
};
