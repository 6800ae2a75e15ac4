import { Color, ShaderMaterial, type ShaderMaterialParameters, type Texture } from 'three';
import { type RigUniforms, rigidVertex, rigVertex } from '../rig.ts';
import { develop, studio } from '../shaders/studio.ts';

/** A `direction` is a vector that turns with the head. */
type AttributeKind = 'float' | 'vec2' | 'vec3' | 'vec4' | 'direction';

interface StudioPlan {
  /** Without a rig, the part is rigid. */
  readonly rig?: RigUniforms;
  /** Attributes of the mesh. The fragment shader reads `dye` as `vDye`. */
  readonly attributes?: Readonly<Record<string, AttributeKind>>;
  /** Further vectors for the fragment shader, as expressions of the vertex shader. */
  readonly derived?: Readonly<Record<string, string>>;
  readonly uniforms?: Readonly<Record<string, number | Color | Texture>>;
  /** Functions of the fragment shader. */
  readonly functions?: string;
  /** The body of the fragment shader. `n` is the normal and `v` the direction to the camera. */
  readonly fragment: string;
  readonly options?: ShaderMaterialParameters;
}

/** A material in the light of the studio. */
export function studioMaterial({ rig, uniforms = {}, options, ...plan }: StudioPlan): ShaderMaterial {
  const attributes = Object.entries(plan.attributes ?? {}).map(([name, kind]) => ({
    declared: `${typeOf(kind)} ${name};`,
    passed: `${typeOf(kind)} v${capitalised(name)};`,
    set: `v${capitalised(name)} = ${kind === 'direction' ? `turned(${name})` : name};`,
  }));
  const derived = Object.entries(plan.derived ?? {});
  const varyings = [
    'varying vec3 vNormal;',
    'varying vec3 vWorld;',
    ...attributes.map(({ passed }) => `varying ${passed}`),
    ...derived.map(([name]) => `varying vec3 ${name};`),
  ].join('\n');
  return new ShaderMaterial({
    ...options,
    uniforms: {
      ...rig,
      ...Object.fromEntries(Object.entries(uniforms).map(([name, value]) => [name, { value }])),
    },
    vertexShader: /* glsl */ `
#include <common>
#include <morphtarget_pars_vertex>
${rig ? rigVertex : rigidVertex}
${attributes.map(({ declared }) => `attribute ${declared}`).join('\n')}
${varyings}
void main() {
  vec3 objectNormal = normal;
  #include <morphnormal_vertex>
  vec3 transformed = position;
  #include <morphtarget_vertex>
  vec4 world = modelMatrix * vec4(rigged(transformed), 1.0);
  vWorld = world.xyz;
  vNormal = normalize(turned(objectNormal));
  ${attributes.map(({ set }) => set).join('\n  ')}
  ${derived.map(([name, expression]) => `${name} = ${expression};`).join('\n  ')}
  gl_Position = projectionMatrix * viewMatrix * world;
}
`,
    fragmentShader: /* glsl */ `
${Object.entries(uniforms)
  .map(([name, value]) => `uniform ${uniformType(value)} ${name};`)
  .join('\n')}
${varyings}
${studio}
${develop}
${plan.functions ?? ''}
void main() {
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  ${plan.fragment}
}
`,
  });
}

const typeOf = (kind: AttributeKind): string => (kind === 'direction' ? 'vec3' : kind);
const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function uniformType(value: number | Color | Texture): string {
  if (typeof value === 'number') return 'float';
  return value instanceof Color ? 'vec3' : 'sampler2D';
}
