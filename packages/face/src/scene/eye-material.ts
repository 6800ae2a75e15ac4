import { Color, ShaderMaterial } from 'three';
import type { EyeForm } from '../head/head-form.ts';
import { develop, studio } from './shaders/studio.ts';

const vertexShader = /* glsl */ `
varying vec3 vLocal;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vView;
void main() {
  vLocal = position;
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  vNormal = normalize(mat3(modelMatrix) * normal);
  vView = (cameraPosition - world.xyz) * mat3(modelMatrix);
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 irisColour;
uniform float irisSize;
uniform float radius;
uniform float lidY;
uniform float socketY;
varying vec3 vLocal;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vView;
${studio}
${develop}

float hash(float n) { return fract(sin(n) * 43758.5453); }
float ripple(float x) {
  float i = floor(x);
  float f = fract(x);
  return mix(hash(i), hash(i + 1.0), f * f * (3.0 - 2.0 * f));
}

void main() {
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  vec3 d = normalize(vLocal);
  vec3 lv = normalize(vView);
  float facing = step(0.0, d.z);
  float r0 = length(d.xy) / irisSize;
  // The iris lies behind the cornea: seen from the side it shifts against the rim of the eye.
  vec2 p = d.xy - lv.xy * 0.16 * irisSize * max(0.0, 1.0 - r0 * r0);
  float r = length(p) / irisSize + (1.0 - facing) * 9.0;
  float angle = atan(p.y, p.x);
  float fibre = ripple(angle * 14.0 + 40.0) * 0.5 + ripple(angle * 37.0 + 90.0) * 0.35;
  float aa = fwidth(r) * 1.2;
  vec3 deep = irisColour * 0.28;
  vec3 bright = irisColour * 1.5 + 0.05;
  vec3 iris = mix(irisColour * 0.9, bright, smoothstep(0.9, 0.42, r) * (0.35 + 0.75 * fibre));
  iris *= 0.72 + 0.6 * smoothstep(0.35, -0.75, p.y / irisSize);
  iris = mix(iris, deep, smoothstep(0.74, 1.0, r));
  iris = mix(iris, deep * 0.8, smoothstep(0.5, 0.4, r) * 0.6);
  iris = mix(vec3(0.012), iris, smoothstep(0.40 - aa, 0.44 + aa, r));
  vec3 white = mix(vec3(0.95, 0.93, 0.91), vec3(0.86, 0.66, 0.6), smoothstep(0.45, 0.95, abs(d.x)));
  float inside = 1.0 - smoothstep(1.0 - 0.07 - aa, 1.0 + 0.07 + aa, r);
  vec3 albedo = mix(white, iris, inside);
  float y = vWorld.y - socketY;
  float lidShadow = mix(0.36, 1.0, smoothstep(0.012, -0.075, y - lidY));
  float corner = mix(1.0, 0.62, smoothstep(0.5, 0.86, abs(d.x)));
  float occlusion = lidShadow * corner;
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), vec3(0.4)) + FILL_COLOUR * wrapped(dot(n, FILL), vec3(0.4)) + sky(n);
  vec3 colour = albedo * light * 0.36 * occlusion;
  colour += iris * inside * 0.1 * occlusion;
  vec3 h = normalize(KEY + v);
  float window = smoothstep(0.9905, 0.9945, dot(n, h));
  float second = smoothstep(0.9965, 0.9990, dot(n, normalize(FILL * vec3(1.0, -2.2, 1.0) + v)));
  colour += vec3(1.0, 0.98, 0.95) * (window * 0.95 + second * 0.3) * smoothstep(0.25, 0.7, lidShadow);
  colour += sky(reflect(-v, n)) * edge(n, v, 4.0) * 0.25 * occlusion;
  gl_FragColor = vec4(develop(colour), 1.0);
}
`;

export function eyeMaterial(eye: EyeForm, iris: string): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: {
      irisColour: { value: new Color(iris) },
      irisSize: { value: eye.irisRadius / eye.radius },
      radius: { value: eye.radius },
      lidY: { value: eye.upper },
      socketY: { value: 0 },
    },
  });
}
