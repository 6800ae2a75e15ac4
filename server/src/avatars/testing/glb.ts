/** A triangle with a mouth, as the smallest model that can be shown. */
export const smallDocument = {
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  buffers: [{ byteLength: 36 }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
  meshes: [
    {
      primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }] }],
      extras: { targetNames: ['jawOpen'] },
    },
  ],
};

export const vrmDocument = {
  ...smallDocument,
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  extensionsUsed: ['VRMC_vrm'],
  extensions: { VRMC_vrm: { specVersion: '1.0', expressions: { preset: { aa: {}, oh: {} } } } },
};

export type GlbParts = {
  readonly document?: unknown;
  /** Used in place of the document. */
  readonly json?: string;
  readonly binary?: Buffer;
  readonly magic?: string;
  readonly version?: number;
  /** The length in the header, if it should be wrong. */
  readonly claimedBytes?: number;
};

/** A GLB file. */
export function glb(parts: GlbParts = {}): Buffer {
  const { document = smallDocument, binary = Buffer.alloc(36), magic = 'glTF', version = 2 } = parts;
  const text = Buffer.from(parts.json ?? JSON.stringify(document));
  const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const chunks = [
    chunk(0x4e4f534a, json),
    chunk(0x004e4942, Buffer.concat([binary, Buffer.alloc((4 - (binary.length % 4)) % 4)])),
  ];
  const header = Buffer.alloc(12);
  header.write(magic, 0, 'latin1');
  header.writeUInt32LE(version, 4);
  header.writeUInt32LE(parts.claimedBytes ?? 12 + chunks.reduce((sum, { length }) => sum + length, 0), 8);
  return Buffer.concat([header, ...chunks]);
}

function chunk(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(content.length, 0);
  head.writeUInt32LE(type, 4);
  return Buffer.concat([head, content]);
}
