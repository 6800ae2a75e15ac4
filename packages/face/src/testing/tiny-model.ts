type Json = Record<string, unknown>;

/** A GLB from a document and a binary part. */
export function glbOf(
  document: unknown,
  binary: Uint8Array<ArrayBuffer> = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const json = padded(new TextEncoder().encode(JSON.stringify(document)), 0x20);
  const data = padded(binary, 0);
  const length = 12 + 8 + json.length + (data.length > 0 ? 8 + data.length : 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const head = [0x46546c67, 2, length, json.length, 0x4e4f534a];
  for (const [i, word] of head.entries()) view.setUint32(4 * i, word, true);
  bytes.set(json, 20);
  if (data.length > 0) {
    view.setUint32(20 + json.length, data.length, true);
    view.setUint32(24 + json.length, 0x004e4942, true);
    bytes.set(data, 28 + json.length);
  }
  return bytes;
}

function padded(bytes: Uint8Array, by: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(by);
  whole.set(bytes);
  return whole;
}

/** A head of four triangles whose mouth is one morph target for each name. */
export function tinyHead(morphs: readonly string[], extra: Json = {}): Uint8Array<ArrayBuffer> {
  const corners = [0, 0.1, 0.1, -0.1, 0, 0, 0.1, 0, 0, 0, -0.1, 0.05];
  const moved = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.04, 0];
  const numbers = new Float32Array([...corners, ...moved]);
  const index = new Uint16Array([0, 1, 3, 0, 3, 2, 0, 2, 1, 1, 2, 3]);
  const binary = new Uint8Array(numbers.byteLength + index.byteLength);
  binary.set(new Uint8Array(numbers.buffer), 0);
  binary.set(new Uint8Array(index.buffer), numbers.byteLength);
  const { nodes, ...rest } = extra as { nodes?: Json[] };
  return glbOf(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: (nodes ?? [{}]).flatMap((_, i) => (isChild(nodes ?? [], i) ? [] : [i])) }],
      nodes: nodes ?? [{ mesh: 0, name: 'Face' }],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, indices: 2, targets: morphs.map(() => ({ POSITION: 1 })) },
          ],
          extras: { targetNames: morphs },
        },
      ],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: 4,
          type: 'VEC3',
          min: [-0.1, -0.1, 0],
          max: [0.1, 0.1, 0.1],
        },
        { bufferView: 1, componentType: 5126, count: 4, type: 'VEC3', min: [0, -0.04, 0], max: [0, 0, 0] },
        { bufferView: 2, componentType: 5123, count: 12, type: 'SCALAR' },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: 48 },
        { buffer: 0, byteOffset: 48, byteLength: 48 },
        { buffer: 0, byteOffset: 96, byteLength: 24 },
      ],
      buffers: [{ byteLength: binary.length }],
      ...rest,
    },
    binary,
  );
}

const isChild = (nodes: readonly Json[], index: number): boolean =>
  nodes.some(({ children }) => Array.isArray(children) && children.includes(index));

const bones = [
  ['hips', null],
  ['spine', 'hips'],
  ['head', 'spine'],
  ...(['left', 'right'] as const).flatMap((side) => [
    [`${side}UpperLeg`, 'hips'],
    [`${side}LowerLeg`, `${side}UpperLeg`],
    [`${side}Foot`, `${side}LowerLeg`],
    [`${side}UpperArm`, 'spine'],
    [`${side}LowerArm`, `${side}UpperArm`],
    [`${side}Hand`, `${side}LowerArm`],
  ]),
] as readonly (readonly [string, string | null])[];

/** A minimal VRM 1.0 with the given expressions. */
export function tinyVrm(expressions: readonly string[]): Uint8Array<ArrayBuffer> {
  const place = new Map(bones.map(([name], i) => [name, i + 1]));
  const nodes: Json[] = [
    { mesh: 0, name: 'Face', translation: [0, 1.5, 0] },
    ...bones.map(([name]) => {
      const children = bones.flatMap(([child, parent]) => (parent === name ? [place.get(child)] : []));
      return {
        name,
        translation: [0, name === 'hips' ? 1 : 0.2, 0],
        ...(children.length > 0 ? { children } : {}),
      };
    }),
  ];
  return tinyHead(expressions, {
    nodes,
    extensionsUsed: ['VRMC_vrm'],
    extensions: {
      VRMC_vrm: {
        specVersion: '1.0',
        meta: { name: 'Tiny', authors: ['test'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
        humanoid: { humanBones: Object.fromEntries([...place].map(([name, node]) => [name, { node }])) },
        expressions: {
          preset: Object.fromEntries(
            expressions.map((name, index) => [name, { morphTargetBinds: [{ node: 0, index, weight: 1 }] }]),
          ),
        },
      },
    },
  });
}
