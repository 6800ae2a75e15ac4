const headerBytes = 44;

/** A WAV file of one channel with 16 bits per sample. The pieces hold its samples, as bytes. */
export function wavFile(pieces: readonly Uint8Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const dataBytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const file = new Uint8Array(headerBytes + dataBytes);
  file.set(wavHeader(dataBytes, sampleRate));
  let at = headerBytes;
  for (const piece of pieces) {
    file.set(piece, at);
    at += piece.byteLength;
  }
  return file;
}

/** The first 44 bytes of a WAV file of one channel with 16 bits per sample. */
export function wavHeader(dataBytes: number, sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(headerBytes);
  const view = new DataView(header.buffer);
  const text = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
  return header;
}
