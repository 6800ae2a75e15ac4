import { Color, DoubleSide, ShaderMaterial, type Texture } from 'three';
import type { RigUniforms } from '../rig-uniforms.ts';
import { rigVertex } from '../shaders/rig.ts';
import { develop, studio } from '../shaders/studio.ts';

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
uniform float sheen;
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
  // Shade in folds stays warm and saturated. Grey shade would look like clay.
  vec3 closed = mix(scatter * 0.55, vec3(1.0), vShade.x);
  float facing = dot(n, KEY);
  vec3 light = KEY_COLOUR * wrapped(facing, scatter * 0.8) * mix(closed, vec3(1.0), 0.3);
  light += FILL_COLOUR * wrapped(dot(n, FILL), scatter * 0.6) * closed;
  light += sky(n) * closed;
  // Where light turns into shadow, skin glows from inside.
  float turning = exp(-facing * facing * 9.0) * vShade.x;
  light += scatter * scatter * turning * 0.34;
  float wet = vShade.y;
  // What is painted over the skin is dry, but wet parts gleam whatever their colour: the line of tears on the lower lid.
  float open = 0.3 + 0.7 * vShade.x;
  vec3 soft = sheen * (KEY_COLOUR * gloss(n, v, KEY, 0.55) + FILL_COLOUR * gloss(n, v, FILL, 0.55));
  vec3 moist = 0.09 * wet * KEY_COLOUR * gloss(n, v, KEY, 0.25);
  vec3 spec = open * ((1.0 - vTint.a) * soft + moist);
  float rim = edge(n, v, 3.0) * vShade.x;
  vec3 back = RIM_A_COLOUR * max(0.0, dot(n, RIM_A) + 0.35) + RIM_B_COLOUR * max(0.0, dot(n, RIM_B) + 0.35);
  vec3 colour = albedo * light * 0.56 + spec + back * rim * mix(albedo, vec3(1.0), 0.25) * 0.5;
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
      scatter: { value: new Color().setRGB(1, 0.62, 0.48) },
      sheen: { value: 0.052 - 0.012 * Math.min(1, light * 1.6) },
    },
  });
}
