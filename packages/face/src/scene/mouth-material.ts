import { DoubleSide, ShaderMaterial } from 'three';
import { solidVertex } from './shaders/solid.ts';
import { develop, studio } from './shaders/studio.ts';

const vertexShader = solidVertex('vec3', 'color');

const fragmentShader = /* glsl */ `
uniform float open;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vExtra;
${studio}
${develop}
void main() {
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), vec3(0.5)) * 0.7 + FILL_COLOUR * wrapped(dot(n, FILL), vec3(0.5)) + sky(n);
  float shaded = mix(0.3, 0.85, open);
  vec3 colour = vExtra * light * 0.42 * shaded;
  colour += KEY_COLOUR * gloss(n, v, KEY, 0.3) * 0.05 * shaded;
  gl_FragColor = vec4(develop(colour), 1.0);
}
`;

/** Teeth and tongue. They are dark while the mouth is nearly closed. */
export const mouthMaterial = (): ShaderMaterial =>
  new ShaderMaterial({ vertexShader, fragmentShader, side: DoubleSide, uniforms: { open: { value: 0 } } });
