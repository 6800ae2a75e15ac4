export type WavHeader = { readonly sampleRate: number; readonly dataAt: number };

/** The header of a WAV file. `more` if it is not complete yet, `none` if it is no such file. */
export function readWavHeader(bytes: Uint8Array): WavHeader | 'more' | 'none' {
  if (bytes.length < 12) return startsLike(bytes) ? 'more' : 'none';
  if (!startsLike(bytes)) return 'none';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sampleRate = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    if (name === 'data') return sampleRate === 0 ? 'none' : { sampleRate, dataAt: at + 8 };
    if (name === 'fmt ' && at + 24 <= bytes.length) {
      const [kind, channels, bits] = [
        view.getUint16(at + 8, true),
        view.getUint16(at + 10, true),
        view.getUint16(at + 22, true),
      ];
      const isPlain = kind === 1 || kind === 0xfffe;
      if (!isPlain || channels !== 1 || bits !== 16) return 'none';
      sampleRate = view.getUint32(at + 12, true);
    }
    at += 8 + view.getUint32(at + 4, true);
    if (at > 65_536) return 'none';
  }
  return 'more';
}

function startsLike(bytes: Uint8Array): boolean {
  return 'RIFF'.startsWith(String.fromCharCode(...bytes.subarray(0, 4)));
}
