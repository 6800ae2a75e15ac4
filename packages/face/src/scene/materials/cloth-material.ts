import { Color, DoubleSide, ShaderMaterial } from 'three';
import type { FaceLook } from '../../look/face-look.ts';
import type { RigUniforms } from '../rig-uniforms.ts';
import { rigVertex } from '../shaders/rig.ts';
import { develop, studio } from '../shaders/studio.ts';

const vertexShader = /* glsl */ `
${rigVertex}
attribute float dye;
attribute float shade;
varying vec3 vNormal;
varying vec3 vWorld;
varying float vDye;
varying float vShade;
void main() {
  vec4 world = modelMatrix * vec4(rigged(position), 1.0);
  vWorld = world.xyz;
  vNormal = normalize(turned(normal, rig.x));
  vDye = dye;
  vShade = shade;
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 first;
uniform vec3 second;
varying vec3 vNormal;
varying vec3 vWorld;
varying float vDye;
varying float vShade;
${studio}
${develop}
void main() {
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  if (dot(n, v) < 0.0) n = -n;
  vec3 albedo = mix(first, second, clamp(vDye, 0.0, 1.0));
  albedo *= vDye > 1.0 ? 0.8 : 1.0;
  vec3 closed = pow(vec3(vShade), vec3(1.0, 1.08, 1.12));
  vec3 wrap = vec3(0.35);
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), wrap) * mix(closed, vec3(1.0), 0.15);
  light += FILL_COLOUR * wrapped(dot(n, FILL), wrap) * closed;
  light += (RIM_A_COLOUR * wrapped(dot(n, RIM_A), wrap) + RIM_B_COLOUR * wrapped(dot(n, RIM_B), wrap)) * 0.35 * closed;
  light += sky(n) * closed;
  vec3 fuzz = mix(albedo, vec3(0.8), 0.35) * edge(n, v, 3.0) * 0.3 * vShade;
  vec3 colour = albedo * light * 0.52 + fuzz * sky(n) * 0.6 + KEY_COLOUR * gloss(n, v, KEY, 0.75) * 0.02 * vShade;
  gl_FragColor = vec4(develop(colour), 1.0);
}
`;

export function clothMaterial(rig: RigUniforms, clothes: FaceLook['clothes']): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: DoubleSide,
    uniforms: {
      ...rig,
      first: { value: new Color(clothes.colour) },
      second: { value: new Color(clothes.second) },
    },
  });
}
