const headerBytes = 44;

/** A WAV file of one channel with 16 bits a sample. */
export function wavFile(pieces: readonly Uint8Array[], sampleRate: number): Buffer {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, ...pieces]);
}
