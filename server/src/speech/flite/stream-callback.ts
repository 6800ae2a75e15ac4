/**
 * Flite calls back with sound through its function table, which accepts only WebAssembly functions. This is the
 * smallest module that imports a function of five numbers as `m.f` and exports it again as `g`.
 */
const trampolineBytes = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x0a, 0x01, 0x60, 0x05, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x01, 0x7f],
  ...[0x02, 0x07, 0x01, 0x01, 0x6d, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x67, 0x00, 0x00],
]);

/** Returns whether flite should continue. */
export type OnSound = (wave: number, start: number, samples: number) => boolean;

const keepGoing = 0;
const stop = -1;

/** Replaces flite's own callback, which plays to no device. Returns its index in the table. */
export function installCallback(table: WebAssembly.Table, original: unknown, onSound: OnSound): number {
  const call = (wave = 0, start = 0, samples = 0) => (onSound(wave, start, samples) ? keepGoing : stop);
  const trampoline = new WebAssembly.Instance(new WebAssembly.Module(trampolineBytes), { m: { f: call } });
  for (let slot = 0; slot < table.length; slot += 1) {
    if (table.get(slot) !== original) continue;
    table.set(slot, trampoline.exports.g);
    return slot;
  }
  throw new Error('the voice program does not stream');
}
