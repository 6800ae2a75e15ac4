import { urlWithPath } from '../../kernel/index.ts';
import { inPieces, type Readers } from '../../testing/hostile-text/index.ts';
import { EventStreamReader, isEventStream } from '../event-stream.ts';
import { readPart } from '../language-model/completion.ts';
import { Thoughts, withoutThoughts } from '../language-model/thoughts.ts';
import { bodyExcerpt } from '../note-text.ts';
import { ReplyText } from '../reply-text.ts';

/** What reads the answers of endpoints and models. */
export const brainReaders: Readers = {
  withoutThoughts,
  'thoughts in pieces': (text) => {
    const thoughts = new Thoughts(true);
    inPieces((piece) => thoughts.push(piece), text);
    return thoughts.flush();
  },
  'an event stream': (text) => {
    const events = new EventStreamReader();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 16) events.push(bytes.subarray(at, at + 16));
    return events.end();
  },
  isEventStream,
  readPart,
  'a completion': (text) => readPart(JSON.stringify({ choices: [{ message: { content: text } }] })),
  urlWithPath: (text) => urlWithPath(text, '/chat/completions'),
  bodyExcerpt: (text) => bodyExcerpt(text, ['secret', 'aaa']),
  'a reply in pieces': (text) => {
    const reply = new ReplyText();
    inPieces((piece) => reply.add(piece), text);
  },
};
