import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import type { FilePin } from '../../../../pip-packages/index.ts';
import { hibariPackage } from '../hibari-package.ts';

/** A zip of small files, in the form that Python's tools write. */
export function makeZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let position = 0;
  for (const [name, content] of files) {
    const packed = deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(position, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.alloc(2), shared, tail, Buffer.from(name)]));
    parts.push(local);
    position += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(position, 16);
  return Buffer.concat([...parts, ...list, end]);
}

/** A wheel with all files of the natural voice, each of them small. A test can set `voices.json`. */
export function makeWheel(voices: object = {}): { bytes: Buffer; pin: FilePin } {
  const files = [...hibariPackage.keptFiles].map(([packedName, name]) => {
    const content = name === 'voices.json' ? JSON.stringify(voices) : `this is ${name}\n`.repeat(50);
    return [packedName, Buffer.from(content)] as const;
  });
  const bytes = makeZip(new Map([...files, ['hibari/tts.py', Buffer.from('not kept')]]));
  return { bytes, pin: pinOf(bytes) };
}

export const pinOf = (bytes: Buffer): FilePin => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
