import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FaceError } from '../face-error.ts';
import { glbOf, tinyHead } from '../testing/tiny-model.ts';
import { readGlb } from './glb.ts';
import { modelLimits } from './model-limits.ts';

const codeOf = (bytes: ArrayBuffer): string => {
  try {
    readGlb(bytes);
    return 'read';
  } catch (error) {
    return error instanceof FaceError ? error.code : `thrown: ${error}`;
  }
};
const mesh = { primitives: [{ attributes: { POSITION: 0 } }] };
const withMesh = (more: object): ArrayBuffer =>
  glbOf({ meshes: [mesh], accessors: [{ count: 3 }], ...more }).buffer;

describe('reading a model', () => {
  it('accepts a small head', () => {
    expect(codeOf(tinyHead(['jawOpen']).buffer)).toBe('read');
  });

  it.for([
    ['nothing', new ArrayBuffer(0)],
    ['a picture', new TextEncoder().encode('\x89PNG and more than twenty bytes').buffer],
    ['a file cut off in its head', tinyHead(['jawOpen']).slice(0, 18).buffer],
    ['a file cut off in its document', tinyHead(['jawOpen']).slice(0, 60).buffer],
    ['no document', glbOf(7).buffer],
    ['an empty one', glbOf(null).buffer],
    ['no mesh', glbOf({}).buffer],
    ['a file elsewhere', withMesh({ buffers: [{ uri: 'https://elsewhere.invalid/b.bin' }] })],
    ['a picture elsewhere', withMesh({ images: [{ uri: '//elsewhere.invalid/i.png' }] })],
    ['a picture in the text', withMesh({ images: [{ uri: 'data:image/svg+xml,<svg/>' }] })],
    ['compression', withMesh({ extensionsRequired: ['KHR_draco_mesh_compression'] })],
  ] as const)('refuses %s', ([, bytes]) => {
    expect(codeOf(bytes as ArrayBuffer)).toBe('model-invalid');
  });

  it.for([
    ['triangles', withMesh({ accessors: [{ count: 3 * modelLimits.triangles + 3 }] })],
    ['entries of a list', withMesh({ accessors: [{ count: 3 }, { count: 2 ** 31 }] })],
    [
      'morphVertices of movements',
      withMesh({
        accessors: [{ count: 300_000 }],
        meshes: [
          { primitives: [{ ...mesh.primitives[0], targets: Array.from({ length: 60 }, () => ({})) }] },
        ],
      }),
    ],
    ['meshes', withMesh({ meshes: Array.from({ length: modelLimits.drawCalls + 1 }, () => mesh) })],
    ['bytes', new ArrayBuffer(modelLimits.bytes + 1)],
  ] as const)('refuses too many %s', ([, bytes]) => {
    expect(codeOf(bytes as ArrayBuffer)).toBe('model-too-large');
  });

  it.for([
    { meshes: 'x' },
    { meshes: [null] },
    { meshes: [{ primitives: 3 }] },
    { meshes: [{ primitives: [null] }] },
    { meshes: [mesh], accessors: [null] },
    { meshes: [mesh], accessors: { 0: { count: -1e300 } } },
    { meshes: [mesh], accessors: [{ count: 'many' }] },
    { meshes: [mesh], buffers: [null] },
    { meshes: [mesh], extensionsRequired: 9 },
  ])('refuses a document with invalid parts: %j', (document) => {
    expect(codeOf(glbOf(document).buffer)).toMatch(/^model-/);
  });

  it('never throws anything but its own error, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.anything(), fc.uint8Array({ maxLength: 80 }), (document, noise) => {
        expect(codeOf(glbOf(document ?? null).buffer)).toMatch(/^(read|model-)/);
        const bytes = tinyHead(['jawOpen']);
        bytes.set(noise.slice(0, bytes.length), 8);
        expect(codeOf(bytes.buffer)).toMatch(/^(read|model-)/);
      }),
    );
  });
});
