import { costOf, FaceError, type GltfDocument, hasMouth, mapMorphs, readGlb } from '@parley/face/rules';
import { hasMoreJsonParts } from '../../kernel/index.ts';
import type { ModelCheck, ModelFormat } from './avatar-model.ts';

export const headerBytes = 20;
const binChunk = 0x004e4942;
const maxJsonBytes = 16 * 1024 * 1024;
/** A model with hundreds of movements in forty meshes has half as many. Parsing this many takes up to 150 MB. */
const maxJsonParts = 1_000_000;

/** Reads a number of bytes from a position in the file; fewer at its end. */
export type ReadAt = (offset: number, length: number) => Buffer;

/**
 * Whether a file is a GLB or VRM that the avatar's page can show, by the page's own rules. Only its JSON
 * document is read, not its images and vertices.
 */
export function checkModel(read: ReadAt, bytes: number): ModelCheck {
  try {
    const document = readGlb(documentPart(read, bytes));
    const format = checkMouth(document);
    return { ok: true, format, triangles: costOf(document).triangles };
  } catch (error) {
    if (error instanceof FaceError) return { ok: false, complaint: error.message };
    return { ok: false, complaint: 'The model cannot be used: the file is damaged.' };
  }
}

const damaged = (why: string): FaceError =>
  new FaceError('model-invalid', `The model cannot be used: ${why}.`);

/** What the first bytes show to be wrong with a file. Null if the rest has to be read. */
export function headerComplaint(header: Buffer, bytes: number): string | null {
  try {
    checkHeader(header, bytes);
    return null;
  } catch (error) {
    if (error instanceof FaceError) return error.message;
    throw error;
  }
}

/** Returns the length of the JSON document. */
function checkHeader(header: Buffer, bytes: number): number {
  if (header.length < headerBytes || header.toString('latin1', 0, 4) !== 'glTF')
    throw damaged('it is not a GLB or VRM file');
  const [claimed, jsonBytes] = [header.readUInt32LE(8), header.readUInt32LE(12)];
  if (claimed !== bytes) throw damaged(`it should have ${claimed} bytes and has ${bytes}`);
  if (jsonBytes > maxJsonBytes) throw damaged('its description has more than 16 MB');
  return jsonBytes;
}

/** The JSON document of the file, after its declared lengths were compared with the real ones. */
function documentPart(read: ReadAt, bytes: number): ArrayBuffer {
  const jsonBytes = checkHeader(read(0, headerBytes), bytes);
  const binary = read(headerBytes + jsonBytes, 8);
  if (binary.length > 0) checkBinary(binary, bytes - headerBytes - jsonBytes - 8);
  const part = read(0, headerBytes + jsonBytes);
  // The signs that are counted are the same in every encoding of single bytes.
  if (hasMoreJsonParts(part.toString('latin1', headerBytes), maxJsonParts))
    throw damaged('its description has more than a million parts');
  return new Uint8Array(part).buffer;
}

function checkBinary(head: Buffer, room: number): void {
  const isWhole = head.length === 8 && head.readUInt32LE(4) === binChunk && head.readUInt32LE(0) <= room;
  if (!isWhole) throw damaged('the file is cut short');
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A VRM must name its vowels, any other model must have mouth shapes among its morph targets. */
function checkMouth(document: GltfDocument): ModelFormat {
  const { VRMC_vrm: present, VRM: older } = fieldsOf((document as Fields).extensions);
  if (present !== undefined || older !== undefined) {
    if (speaksByVrm(present, older)) return 'vrm';
    throw new FaceError(
      'model-without-mouth',
      'The model has no mouth shapes: a VRM needs the expressions "aa" and "oh" (in VRM 0: "A" and "O").',
    );
  }
  const names = listOf(document.meshes).map((mesh) => listOf(fieldsOf(fieldsOf(mesh).extras).targetNames));
  const speaks = names.some((targets) =>
    hasMouth(mapMorphs(Object.fromEntries(targets.map((name, index) => [String(name), index])))),
  );
  if (speaks) return 'glb';
  throw new FaceError(
    'model-without-mouth',
    'The model has no mouth shapes. It needs morph targets named as Oculus visemes (viseme_aa …) or as in ARKit (jawOpen …).',
  );
}

function speaksByVrm(present: unknown, older: unknown): boolean {
  const preset = fieldsOf(fieldsOf(fieldsOf(present).expressions).preset);
  if (preset.aa !== undefined && preset.oh !== undefined) return true;
  const groups = listOf(fieldsOf(fieldsOf(older).blendShapeMaster).blendShapeGroups);
  const names = groups.map((group) =>
    String(fieldsOf(group).presetName ?? fieldsOf(group).name).toLowerCase(),
  );
  return names.includes('a') && names.includes('o');
}
