import type { Outbound, OutboundStream, ResponseHeaders } from '../../outbound/index.ts';
import { EventLoopMeter } from '../../testing/fuzz/index.ts';
import { SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import { neverAborted, sentenceOf } from './collect.ts';

/** A client that receives this body for every request, without a network. */
export function answering(body: Iterable<Uint8Array>, headers: ResponseHeaders = {}): Outbound {
  const refuse = () => Promise.reject(new Error('only streams'));
  const stream = async (): Promise<OutboundStream> => {
    const chunks = body[Symbol.iterator]();
    const iterator: OutboundStream['body'] = {
      next: async () => {
        const next = chunks.next();
        return next.done ? { done: true, value: undefined } : { done: false, value: next.value };
      },
      return: async () => ({ done: true, value: undefined }),
      [Symbol.asyncIterator]: () => iterator,
    };
    return { status: 200, headers, body: iterator, [Symbol.asyncDispose]: async () => undefined };
  };
  return {
    stream,
    request: refuse,
    openWebSocket: refuse,
    checkUrl: () => ({ ok: true }) as ReturnType<Outbound['checkUrl']>,
  };
}

export type HostileRun = {
  readonly pieces: readonly SpeechPiece[];
  readonly failure: SpeechFailure | null;
  readonly durationMs: number;
  /** The most bytes of sound that were made in one turn of the event loop. */
  readonly mostInTurn: number;
};

/** Listens to a voice that may do anything. Throws any error but a SpeechFailure, and if times make no sense. */
export async function endure(voice: Voice, markup: string): Promise<HostileRun> {
  using meter = new EventLoopMeter();
  const sentence = sentenceOf(markup);
  const pieces: SpeechPiece[] = [];
  let failure: SpeechFailure | null = null;
  let durationMs = 0;
  try {
    for await (const piece of voice.speak(sentence, neverAborted)) {
      pieces.push(piece);
      if (piece.kind === 'timing') checkTimes(piece, sentence.text.length);
      if (piece.kind !== 'audio') continue;
      meter.add(piece.pcm.byteLength);
      durationMs += piece.durationMs;
    }
  } catch (error) {
    if (!(error instanceof SpeechFailure)) throw error;
    failure = error;
  }
  return { pieces, failure, durationMs, mostInTurn: meter.most };
}

const longestMs = 700_000;

function checkTimes({ visemes, words, marks }: SpeechPiece & { kind: 'timing' }, characters: number): void {
  const times = [
    ...[...visemes, ...words].flatMap(({ startMs, durationMs }) => [startMs, durationMs]),
    ...marks.map(({ atMs }) => atMs),
  ];
  const odd = times.find((timeMs) => !(timeMs >= 0 && timeMs < longestMs));
  if (odd !== undefined) throw new Error(`a time is ${odd}`);
  if (words.some(({ from, to }) => from > to || to > characters))
    throw new Error('a word is out of the text');
}
