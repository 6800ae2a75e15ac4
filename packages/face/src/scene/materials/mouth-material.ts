import { DoubleSide, ShaderMaterial } from 'three';
import { develop, studio } from '../shaders/studio.ts';

const vertexShader = /* glsl */ `
#include <common>
#include <morphtarget_pars_vertex>
attribute vec3 color;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vColour;
void main() {
  vec3 transformed = position;
  #include <morphtarget_vertex>
  vec4 world = modelMatrix * vec4(transformed, 1.0);
  vWorld = world.xyz;
  vNormal = normalize(mat3(modelMatrix) * normal);
  vColour = color;
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

/** The lips leave only light from the front, so the key light counts less than for the skin. */
const fragmentShader = /* glsl */ `
uniform float open;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vColour;
${studio}
${develop}
void main() {
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  n = dot(n, v) < 0.0 ? -n : n;
  float facing = 0.55 + 0.45 * clamp(dot(n, v), 0.0, 1.0);
  vec3 light = vec3(1.22, 1.17, 1.12) * facing + KEY_COLOUR * wrapped(dot(n, KEY), vec3(0.6)) * 0.25;
  float shaded = mix(0.55, 1.0, open);
  vec3 colour = vColour * vColour * light * 0.72 * shaded;
  colour += KEY_COLOUR * gloss(n, v, KEY, 0.35) * 0.03 * shaded;
  gl_FragColor = vec4(develop(colour), 1.0);
}
`;

/** Teeth and tongue. They are darker while the mouth is nearly closed. */
export const mouthMaterial = (): ShaderMaterial =>
  new ShaderMaterial({ vertexShader, fragmentShader, side: DoubleSide, uniforms: { open: { value: 0 } } });
