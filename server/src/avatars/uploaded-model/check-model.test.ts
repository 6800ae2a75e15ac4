import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GlbParts, glb, smallDocument, vrmDocument } from '../testing/glb.ts';
import { checkModel } from './check-model.ts';

const check = (file: Buffer) =>
  checkModel((place, length) => file.subarray(place, place + length), file.length);
const [mesh] = smallDocument.meshes;
const withTargets = (...targetNames: unknown[]) => ({
  ...smallDocument,
  meshes: [{ ...mesh, extras: { targetNames } }],
});

describe('the check of a model', () => {
  it.each<[string, GlbParts, object]>([
    ['ARKit’s jaw', {}, { format: 'glb', triangles: 1 }],
    ['Oculus visemes', { document: withTargets('viseme_aa', 'viseme_O') }, { format: 'glb' }],
    ['a VRM of today', { document: vrmDocument }, { format: 'vrm' }],
    [
      'an older VRM',
      {
        document: {
          ...smallDocument,
          extensions: {
            VRM: { blendShapeMaster: { blendShapeGroups: [{ presetName: 'a' }, { presetName: 'o' }] } },
          },
        },
      },
      { format: 'vrm' },
    ],
  ])('takes %s', (_what, parts, facts) => {
    expect(check(glb(parts))).toMatchObject({ ok: true, ...facts });
  });

  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'not a GLB or VRM'],
    ['a few bytes', Buffer.from('glTF'), 'not a GLB or VRM'],
    ['a picture', glb({ magic: '\x89PNG' }), 'not a GLB or VRM'],
    ['version 1', glb({ version: 1 }), 'version 2'],
    ['a file cut short', glb().subarray(0, 200), 'should have'],
    ['a file with something behind it', Buffer.concat([glb(), Buffer.alloc(4)]), 'should have'],
    ['broken JSON', glb({ json: '{"asset":' }), 'damaged'],
    ['JSON that is no object', glb({ json: 'null' }), 'damaged'],
    ['lists that are none', glb({ json: '{"meshes":7,"accessors":"x"}' }), 'damaged'],
    ['empty places', glb({ json: '{"buffers":[null]}' }), 'damaged'],
    [
      'a million small parts',
      glb({ json: `{"a":[${'{},'.repeat(500_000)}{}]}` }),
      'more than a million parts',
    ],
    ['no mesh', glb({ document: { asset: { version: '2.0' } } }), 'no mesh'],
    ['no mouth', glb({ document: withTargets('smile') }), 'no mouth shapes'],
    ['target names that are none', glb({ document: withTargets(null, 7, {}) }), 'no mouth shapes'],
    [
      'a VRM without vowels',
      glb({ document: { ...vrmDocument, extensions: { VRMC_vrm: {} } } }),
      'expressions "aa"',
    ],
    [
      'a picture from elsewhere',
      glb({ document: { ...smallDocument, images: [{ uri: 'https://example.com/a.png' }] } }),
      'refers to other files',
    ],
    [
      'a buffer from elsewhere',
      glb({ document: { ...smallDocument, buffers: [{ uri: 'a.bin', byteLength: 1 }] } }),
      'refers to other files',
    ],
    [
      'compression that pages cannot undo',
      glb({ document: { ...smallDocument, extensionsRequired: ['KHR_draco_mesh_compression'] } }),
      'KHR_draco_mesh_compression',
    ],
    [
      'too many triangles',
      glb({ document: { ...smallDocument, accessors: [{ count: 360_003 }] } }),
      '120001 triangles',
    ],
  ])('refuses %s', (_what, file, complaint) => {
    expect(check(file)).toEqual({ ok: false, complaint: expect.stringContaining(complaint) });
  });

  it('gives a verdict on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(300), (noise, place) => {
        const file = glb();
        Buffer.from(noise).copy(file, Math.min(place, file.length - 1));
        expect(typeof check(file).ok).toBe('boolean');
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        expect(
          typeof check(glb({ json: JSON.stringify({ meshes: document, extensions: document }) })).ok,
        ).toBe('boolean');
      }),
    );
  });
});
