import { Color, type ShaderMaterial } from 'three';
import type { EyeForm } from '../../head/head-form.ts';
import { studioMaterial } from './studio-material.ts';

const functions = /* glsl */ `
float hash(float n) { return fract(sin(n) * 43758.5453); }
float ripple(float x) {
  float i = floor(x);
  float f = fract(x);
  return mix(hash(i), hash(i + 1.0), f * f * (3.0 - 2.0 * f));
}
`;

const fragment = /* glsl */ `
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
  // Light enters from above and gathers in the lower half of the iris.
  vec3 deep = irisColour * 0.22;
  vec3 bright = irisColour * 2.5 + 0.02;
  float low = smoothstep(0.55, -0.8, p.y / irisSize);
  vec3 iris = mix(irisColour * 0.62, bright, low * (0.75 + 0.35 * fibre) * smoothstep(1.0, 0.55, r));
  iris = mix(iris, deep, smoothstep(0.76, 0.97, r));
  iris = mix(vec3(0.008), iris, smoothstep(0.46 - aa, 0.5 + aa, r));
  vec3 white = mix(vec3(0.9, 0.885, 0.87), vec3(0.82, 0.64, 0.6), smoothstep(0.35, 0.95, abs(d.x)));
  float inside = 1.0 - smoothstep(1.0 - 0.04 - aa, 1.0 + 0.04 + aa, r);
  vec3 albedo = mix(white, iris, inside);
  float y = vWorld.y - socketY;
  float lidShadow = mix(0.42, 1.0, smoothstep(0.01, -0.085, y - lidY));
  float corner = mix(1.0, 0.6, smoothstep(0.4, 0.86, abs(d.x)));
  float occlusion = lidShadow * corner;
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), vec3(0.6)) + FILL_COLOUR * wrapped(dot(n, FILL), vec3(0.5)) + sky(n);
  vec3 colour = albedo * light * 0.5 * occlusion;
  colour += iris * inside * 0.14 * occlusion;
  // The catch light belongs to the lamp, so it stays where it is when the eye turns.
  float window = smoothstep(0.9875, 0.992, dot(n, normalize(KEY * vec3(0.8, 1.0, 1.0) + v)));
  // A soft glow. A second disc would look like a bubble.
  float second = smoothstep(0.982, 1.0, dot(n, normalize(vec3(0.5, -0.6, 1.0) + v))) * inside;
  colour += vec3(1.0, 0.985, 0.965) * (window * 1.0 + second * 0.07) * smoothstep(0.3, 0.6, lidShadow);
  colour += sky(reflect(-v, n)) * edge(n, v, 4.0) * 0.2 * occlusion;
  gl_FragColor = vec4(develop(colour), 1.0);
`;

export const eyeMaterial = (eye: EyeForm, iris: string): ShaderMaterial =>
  studioMaterial({
    derived: { vLocal: 'position', vView: '(cameraPosition - world.xyz) * mat3(modelMatrix)' },
    uniforms: {
      irisColour: new Color(iris),
      irisSize: eye.irisRadius / eye.radius,
      lidY: eye.upper,
      socketY: 0,
    },
    functions,
    fragment,
  });
