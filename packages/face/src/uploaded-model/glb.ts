import { FaceError } from '../face-error.ts';
import { isFields } from '../look/face-look.ts';
import { modelLimits } from './model-limits.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A glTF document that was read. It comes from outside, so nothing in it is trusted. */
export type GltfDocument = Fields & { readonly meshes?: unknown };

const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;

/** Extensions that need a decoder from elsewhere. This page never loads one. */
const unsupportedExtensions = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_texture_basisu'];

const invalid = (why: string, cause?: unknown): FaceError =>
  new FaceError('model-invalid', `The model cannot be used: ${why}.`, cause);

/** Reads the document inside a GLB. It refuses files that cannot be shown or that would load from elsewhere. */
export function readGlb(bytes: ArrayBuffer): GltfDocument {
  if (bytes.byteLength > modelLimits.bytes) throw tooLarge(`it has ${bytes.byteLength} bytes`);
  const document = documentOf(bytes);
  const { buffers, images, extensionsRequired } = document;
  const external = [...listOf(buffers), ...listOf(images)].some(({ uri }) => uri !== undefined);
  if (external) throw invalid('it refers to other files; export it as one GLB with everything inside');
  const closed = arrayOf(extensionsRequired).filter((name) => unsupportedExtensions.includes(String(name)));
  if (closed.length > 0)
    throw invalid(`it is compressed with ${closed.join(', ')}; export it without compression`);
  const { triangles, morphVertices, longest, drawCalls } = costOf(document);
  if (drawCalls === 0) throw invalid('it has no mesh');
  if (triangles > modelLimits.triangles) throw tooLarge(`it has ${triangles} triangles`);
  // The loader may allocate any list of the file, even one that no mesh uses.
  if (longest > 3 * modelLimits.triangles) throw tooLarge(`a list of it has ${longest} entries`);
  if (morphVertices > modelLimits.morphVertices)
    throw tooLarge(`its movements have ${morphVertices} vertices`);
  if (drawCalls > modelLimits.drawCalls) throw tooLarge(`it has ${drawCalls} separate meshes`);
  return document;
}

function arrayOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw invalid('the file is damaged');
}

function listOf(value: unknown): readonly Fields[] {
  const items = arrayOf(value);
  if (items.every(isFields)) return items;
  throw invalid('the file is damaged');
}

function documentOf(bytes: ArrayBuffer): Fields {
  const view = new DataView(bytes);
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== magic)
    throw invalid('it is not a GLB or VRM file');
  if (view.getUint32(4, true) !== 2) throw invalid('only version 2 of glTF is understood');
  const length = view.getUint32(12, true);
  if (view.getUint32(16, true) !== jsonChunk || 20 + length > bytes.byteLength)
    throw invalid('the file is damaged');
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
    if (!isFields(parsed)) throw new Error('not an object');
    return parsed;
  } catch (error) {
    throw invalid('the file is damaged', error);
  }
}

const tooLarge = (why: string): FaceError =>
  new FaceError(
    'model-too-large',
    `The model is too large: ${why}. At most ${modelLimits.bytes / 1024 / 1024} MB, ` +
      `${modelLimits.triangles} triangles and ${modelLimits.drawCalls} meshes are shown.`,
  );

/** What the model costs to draw. `morphVertices` is the number of vertices of all movements together. */
export function costOf(document: GltfDocument) {
  const primitives = listOf(document.meshes).flatMap((mesh) => listOf(mesh.primitives));
  const counts = listOf(document.accessors).map(({ count }) => countOf(count));
  const at = (index: unknown): number | undefined => (typeof index === 'number' ? counts[index] : undefined);
  let [triangles, morphVertices] = [0, 0];
  for (const { indices, attributes, targets } of primitives) {
    const vertices = at(isFields(attributes) ? attributes.POSITION : undefined);
    if (vertices === undefined) throw invalid('a mesh has no vertex positions');
    triangles += (at(indices) ?? vertices) / 3;
    morphVertices += vertices * listOf(targets).length;
  }
  const longest = counts.reduce((most, count) => Math.max(most, count), 0);
  return { triangles: Math.ceil(triangles), morphVertices, longest, drawCalls: primitives.length };
}

function countOf(count: unknown): number {
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    throw invalid('the file is damaged');
  return count;
}
