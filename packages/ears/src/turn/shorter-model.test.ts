import { expect, it } from 'vitest';
import { shorterModel } from './shorter-model.ts';
import { featureFrames } from './whisper-features.ts';

const length = (bytes: number): number[] => (bytes < 128 ? [bytes] : [(bytes % 128) + 128, bytes >> 7]);
const message = (field: number, body: readonly number[]): number[] => [
  field * 8 + 2,
  ...length(body.length),
  ...body,
];
const named = (name: string): number[] => message(8, [...new TextEncoder().encode(name)]);
const int64 = (value: number): number[] => [value & 255, value >> 8, 0, 0, 0, 0, 0, 0];

/** One number of four bytes in each row, which is the row's own. */
const table = (first: number, rows: number): number[] =>
  Array.from({ length: rows }, (_, row) => [(first + row) & 255, (first + row) >> 8, 0, 0]).flat();
const positions = (first: number, rows: number): number[] => [
  ...[8, ...length(rows), 8, 1],
  ...[16, 1],
  ...named('encoder.embed_positions.weight'),
  ...message(9, table(first, rows)),
];
const input = (frames: number): number[] =>
  message(2, message(1, message(2, [...message(1, [8, 80]), ...message(1, [8, ...length(frames)])])));

it('[EA40] a shorter model has the last positions, their number, and the shape of its input', () => {
  const other = [...named('scale'), ...message(9, int64(7))];
  const node = message(1, [5, 0, 0, 0, 1]);
  const graph = (frames: number, inner: readonly number[]): number[] => [
    ...node,
    ...message(5, positions(400 - frames / 2, frames / 2)),
    ...message(5, [...named('count'), ...message(9, int64(frames / 2))]),
    ...message(5, other),
    ...message(11, input(frames)),
    ...inner,
  ];
  const model = Uint8Array.from([8, 8, ...message(7, graph(800, message(13, [8, 1])))]);
  expect([...shorterModel(model)]).toEqual([8, 8, ...message(7, graph(featureFrames, []))]);
});

it('[EA40] a model that is cut off is not used', () => {
  expect(() => shorterModel(Uint8Array.of(58, 128))).toThrow('the model is cut off');
});
