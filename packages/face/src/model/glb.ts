import { FaceError } from '../face-error.ts';

/** The limits for a customer's own model; the service applies the same to uploads. */
export const MODEL_LIMITS = {
  bytes: 32 * 1024 * 1024,
  triangles: 120_000,
  drawCalls: 40,
  imagePixels: 4096 * 4096,
} as const;

interface Accessor {
  readonly count?: number;
}
interface Primitive {
  readonly indices?: number;
  readonly attributes?: Readonly<Record<string, number>>;
}
/** What is read here of a glTF document; it comes from outside, so nothing is taken for granted. */
export interface GltfDocument {
  readonly extensionsRequired?: readonly string[];
  readonly extensionsUsed?: readonly string[];
  readonly buffers?: readonly { readonly uri?: string }[];
  readonly images?: readonly { readonly uri?: string }[];
  readonly accessors?: readonly Accessor[];
  readonly meshes?: readonly { readonly primitives?: readonly Primitive[] }[];
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;

/** Extensions that need a decoder fetched from elsewhere, which this page never does. */
const undecodable = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_texture_basisu'];

const invalid = (why: string): FaceError =>
  new FaceError('model-invalid', `The model cannot be used: ${why}.`);

/** Reads the document inside a GLB and refuses what could not be shown or would load from elsewhere. */
export function readGlb(bytes: ArrayBuffer): GltfDocument {
  if (bytes.byteLength > MODEL_LIMITS.bytes) throw tooLarge(`it has ${bytes.byteLength} bytes`);
  const document = documentOf(bytes);
  const external = [...(document.buffers ?? []), ...(document.images ?? [])].some(
    ({ uri }) => uri !== undefined,
  );
  if (external) throw invalid('it refers to other files; export it as one GLB with everything inside');
  const closed = (document.extensionsRequired ?? []).filter((name) => undecodable.includes(name));
  if (closed.length > 0)
    throw invalid(`it is compressed with ${closed.join(', ')}; export it without compression`);
  const { triangles, drawCalls } = costOf(document);
  if (drawCalls === 0) throw invalid('it holds no mesh');
  if (triangles > MODEL_LIMITS.triangles) throw tooLarge(`it has ${triangles} triangles`);
  if (drawCalls > MODEL_LIMITS.drawCalls) throw tooLarge(`it has ${drawCalls} separate meshes`);
  return document;
}

function documentOf(bytes: ArrayBuffer): GltfDocument {
  const view = new DataView(bytes);
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== MAGIC) throw invalid('it is no GLB or VRM file');
  if (view.getUint32(4, true) !== 2) throw invalid('only version 2 of glTF is understood');
  const length = view.getUint32(12, true);
  if (view.getUint32(16, true) !== JSON_CHUNK || 20 + length > bytes.byteLength)
    throw invalid('the file is damaged');
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 20, length)));
    if (typeof parsed !== 'object' || parsed === null) throw new Error('not an object');
    return parsed as GltfDocument;
  } catch (error) {
    throw new FaceError('model-invalid', 'The model cannot be used: the file is damaged.', error);
  }
}

const tooLarge = (why: string): FaceError =>
  new FaceError(
    'model-too-large',
    `The model is too large: ${why}. At most ${MODEL_LIMITS.bytes / 1024 / 1024} MB, ` +
      `${MODEL_LIMITS.triangles} triangles and ${MODEL_LIMITS.drawCalls} meshes are shown.`,
  );

export function costOf({ meshes = [], accessors = [] }: GltfDocument): {
  triangles: number;
  drawCalls: number;
} {
  const primitives = meshes.flatMap((mesh) => mesh.primitives ?? []);
  const triangles = primitives.reduce((sum, { indices, attributes }) => {
    const from = indices ?? attributes?.POSITION ?? -1;
    return sum + (accessors[from]?.count ?? 0) / 3;
  }, 0);
  return { triangles: Math.ceil(triangles), drawCalls: primitives.length };
}
