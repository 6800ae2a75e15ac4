import { Color, DoubleSide, ShaderMaterial, type Texture } from 'three';
import type { RigUniforms } from './rig-uniforms.ts';
import { rigVertex } from './shaders/rig.ts';
import { develop, studio } from './shaders/studio.ts';

const vertexShader = /* glsl */ `
#include <common>
#include <morphtarget_pars_vertex>
${rigVertex}
attribute vec4 tint;
attribute vec2 shade;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec2 vPaint;
varying vec4 vTint;
varying vec2 vShade;
void main() {
  vec3 objectNormal = normal;
  #include <morphnormal_vertex>
  vec3 transformed = position;
  #include <morphtarget_vertex>
  vec3 p = rigged(transformed);
  vNormal = normalize(turned(objectNormal, rig.x));
  vec4 world = modelMatrix * vec4(p, 1.0);
  vWorld = world.xyz;
  vPaint = uv;
  vTint = tint;
  vShade = shade;
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

const fragmentShader = /* glsl */ `
uniform sampler2D paint;
uniform vec3 scatter;
uniform float shine;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec2 vPaint;
varying vec4 vTint;
varying vec2 vShade;
${studio}
${develop}
void main() {
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  vec3 painted = texture2D(paint, vPaint).rgb;
  vec3 albedo = mix(painted, vTint.rgb, vTint.a);
  vec3 closed = pow(vec3(vShade.x), vec3(0.8, 1.15, 1.25));
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), scatter) * mix(closed, vec3(1.0), 0.35);
  light += FILL_COLOUR * wrapped(dot(n, FILL), scatter) * closed;
  light += (RIM_A_COLOUR * wrapped(dot(n, RIM_A), scatter * 0.5) + RIM_B_COLOUR * wrapped(dot(n, RIM_B), scatter * 0.5)) * closed * 0.6;
  light += sky(n) * closed;
  float wet = vShade.y;
  float gleam = shine * (1.0 - vTint.a) * (0.4 + 0.6 * vShade.x);
  vec3 spec = KEY_COLOUR * (0.045 * gloss(n, v, KEY, 0.6) + (0.014 + 0.08 * wet) * gloss(n, v, KEY, mix(0.36, 0.27, wet)));
  spec += FILL_COLOUR * 0.05 * gloss(n, v, FILL, 0.45);
  spec += (RIM_A_COLOUR * gloss(n, v, RIM_A, 0.42) + RIM_B_COLOUR * gloss(n, v, RIM_B, 0.42)) * 0.05;
  float fuzz = edge(n, v, 3.5) * 0.16 * vShade.x;
  vec3 colour = albedo * light * 0.51 + spec * gleam + fuzz * albedo * sky(n) * (1.0 - vTint.a);
  gl_FragColor = vec4(develop(colour), 1.0);
}
`;

export function skinMaterial(rig: RigUniforms, paint: Texture, skin: string): ShaderMaterial {
  const colour = new Color(skin);
  const light = 0.3 * colour.r + 0.6 * colour.g + 0.1 * colour.b;
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: DoubleSide,
    uniforms: {
      ...rig,
      paint: { value: paint },
      scatter: { value: new Color(0.46, 0.26, 0.18) },
      shine: { value: 0.82 - 0.22 * Math.min(1, light * 1.6) },
    },
  });
}
