import { Color, DoubleSide, ShaderMaterial } from 'three';
import type { RigUniforms } from './rig-uniforms.ts';
import { rigVertex } from './shaders/rig.ts';
import { develop, studio } from './shaders/studio.ts';

const vertexShader = /* glsl */ `
#include <common>
#include <morphtarget_pars_vertex>
${rigVertex}
attribute vec3 flow;
attribute vec3 strand;
attribute float shade;
varying vec3 vNormal;
varying vec3 vFlow;
varying vec3 vWorld;
varying vec3 vStrand;
varying float vShade;
void main() {
  vec3 objectNormal = normal;
  #include <morphnormal_vertex>
  vec3 transformed = position;
  #include <morphtarget_vertex>
  vec4 world = modelMatrix * vec4(rigged(transformed), 1.0);
  vWorld = world.xyz;
  vNormal = normalize(turned(objectNormal, rig.x));
  vFlow = turned(flow, rig.x);
  vStrand = strand;
  vShade = shade;
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform float gleam;
uniform float fineness;
varying vec3 vNormal;
varying vec3 vFlow;
varying vec3 vWorld;
varying vec3 vStrand;
varying float vShade;
${studio}
${develop}
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p);
  vec2 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), f.x), f.y);
}
float ridge(vec3 n, vec3 t, vec3 v, vec3 l, float shift, float sharp) {
  vec3 moved = normalize(t + n * shift);
  float th = dot(moved, normalize(l + v));
  float s = sqrt(max(0.0, 1.0 - th * th));
  return smoothstep(-0.4, 0.3, dot(n, l)) * pow(s, sharp);
}
void main() {
  vec3 n = normalize(vNormal);
  vec3 t = normalize(vFlow);
  vec3 v = normalize(cameraPosition - vWorld);
  if (dot(n, v) < -0.2) n = -n;
  float coarse = noise(vec2(vStrand.x * 5.0 * fineness + vStrand.z * 71.0, vStrand.y * 2.0 + vStrand.z * 13.0));
  float fine = noise(vec2(vStrand.x * 17.0 * fineness + vStrand.z * 37.0, vStrand.y * 3.0 + vStrand.z * 7.0));
  float streak = coarse * 0.6 + fine * 0.4;
  vec3 beside = cross(n, t);
  n = normalize(n + beside * (streak - 0.5) * 0.55);
  vec3 albedo = colour * (0.62 + 0.55 * streak) * (0.86 + 0.28 * fract(vStrand.z * 7.31));
  albedo *= mix(0.8, 1.12, smoothstep(0.0, 0.9, vStrand.y));
  vec3 wrap = vec3(0.35);
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), wrap) + FILL_COLOUR * wrapped(dot(n, FILL), wrap);
  light += RIM_A_COLOUR * wrapped(dot(n, RIM_A), wrap) * 0.55 + RIM_B_COLOUR * wrapped(dot(n, RIM_B), wrap) * 0.55;
  light += sky(n) * 0.9;
  float shift = (streak - 0.5) * 0.35;
  vec3 shine = KEY_COLOUR * (ridge(n, t, v, KEY, 0.12 + shift, 90.0) * 0.16 + ridge(n, t, v, KEY, -0.1 + shift, 22.0) * 0.16 * (albedo * 3.0 + 0.06));
  shine += FILL_COLOUR * ridge(n, t, v, FILL, shift, 30.0) * 0.08;
  shine += (RIM_A_COLOUR * ridge(n, t, v, RIM_A, shift, 24.0) + RIM_B_COLOUR * ridge(n, t, v, RIM_B, shift, 24.0)) * 0.1;
  // Hair colours its gleam: a white one looks like plastic.
  shine *= mix(vec3(1.0), albedo / max(0.04, max(albedo.r, max(albedo.g, albedo.b))), 0.6);
  float dark = vShade * vShade;
  vec3 result = albedo * light * 0.46 * mix(dark, 1.0, 0.15) + shine * gleam * dark * (0.4 + 0.6 * streak);
  result += albedo * edge(n, v, 3.0) * 0.25 * dark;
  gl_FragColor = vec4(develop(result), 1.0);
}
`;

export function hairMaterial(rig: RigUniforms, hair: string, fineness: number): ShaderMaterial {
  const colour = new Color(hair);
  const light = (colour.r + colour.g + colour.b) / 3;
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: DoubleSide,
    uniforms: {
      ...rig,
      colour: { value: colour },
      gleam: { value: 0.55 + 0.6 * Math.min(1, light * 2) },
      fineness: { value: fineness },
    },
  });
}
