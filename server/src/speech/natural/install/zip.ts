import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

export type ZipLimits = { readonly maxEntries: number; readonly maxEntryBytes: number };
export type ZipEntry = { readonly bytes: number; read(): Promise<Buffer> };

/** The file is not a zip, or not of a supported kind. */
export class BrokenZip extends Error {
  override name = 'BrokenZip';
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const longestComment = 0xffff;
const [stored, deflated] = [0, 8];

/**
 * The entries of a zip by their names. Sizes and names come from the list at its end and are checked against the limits
 * before anything is unpacked. Encrypted files, zip64 and archives in several parts are refused.
 */
export function readZip(file: Buffer, limits: ZipLimits): ReadonlyMap<string, ZipEntry> {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count !== file.readUInt16LE(end + 8)) throw new BrokenZip('it has several parts');
  if (count > limits.maxEntries) throw new BrokenZip(`it has ${count} files`);
  const entries = new Map<string, ZipEntry>();
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const { name, entry, next } = readEntry(file, at, end, limits);
    if (entries.has(name)) throw new BrokenZip(`it has "${name}" twice`);
    entries.set(name, entry);
    at = next;
  }
  return entries;
}

function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - endBytes - longestComment);
  for (let at = file.length - endBytes; at >= first; at -= 1) {
    if (file.readUInt32LE(at) === endMark) return at;
  }
  throw new BrokenZip('it is not a zip file, or it is cut off');
}

function readEntry(file: Buffer, at: number, end: number, limits: ZipLimits) {
  if (at + entryBytes > end || file.readUInt32LE(at) !== entryMark)
    throw new BrokenZip('its list of files is damaged');
  const isEncrypted = (file.readUInt16LE(at + 8) & 1) === 1;
  const method = file.readUInt16LE(at + 10);
  const checksum = file.readUInt32LE(at + 16);
  const packedBytes = file.readUInt32LE(at + 20);
  const bytes = file.readUInt32LE(at + 24);
  const nameEnd = at + entryBytes + file.readUInt16LE(at + 28);
  const next = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  const place = file.readUInt32LE(at + 42);
  if (next > end) throw new BrokenZip('its list of files is damaged');
  const name = file.toString('utf8', at + entryBytes, nameEnd);
  if (isEncrypted || (method !== stored && method !== deflated))
    throw new BrokenZip(`"${name}" is packed in a way that is not supported`);
  if (bytes > limits.maxEntryBytes || packedBytes > limits.maxEntryBytes)
    throw new BrokenZip(`"${name}" is larger than ${limits.maxEntryBytes} bytes`);
  const read = async (): Promise<Buffer> => {
    const packed = packedPart(file, place, packedBytes, name);
    const content = method === stored ? packed : await unpacked(packed, bytes, name);
    if (content.length !== bytes || crc32(content) !== checksum) throw new BrokenZip(`"${name}" is damaged`);
    return content;
  };
  return { name, entry: { bytes, read }, next };
}

function packedPart(file: Buffer, place: number, bytes: number, name: string): Buffer {
  if (place + localBytes > file.length || file.readUInt32LE(place) !== localMark)
    throw new BrokenZip(`"${name}" is damaged`);
  const start = place + localBytes + file.readUInt16LE(place + 26) + file.readUInt16LE(place + 28);
  if (start + bytes > file.length) throw new BrokenZip(`"${name}" is cut off`);
  return file.subarray(start, start + bytes);
}

async function unpacked(packed: Buffer, bytes: number, name: string): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (error) {
    throw new BrokenZip(`"${name}" is damaged`, { cause: error });
  }
}
