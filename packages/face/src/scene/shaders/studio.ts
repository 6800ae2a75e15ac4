import type { Vector } from '../../maths/vector.ts';

export const keyDirection: Vector = [-0.5, 0.62, 0.85];

/** The light of a portrait studio: a large warm key, a cool fill, two rims from behind, and a bright, soft sky. */
export const studio = /* glsl */ `
const vec3 KEY = normalize(vec3(${keyDirection.join()}));
const vec3 FILL = normalize(vec3(0.85, 0.05, 0.65));
const vec3 RIM_A = normalize(vec3(0.85, 0.5, -0.7));
const vec3 RIM_B = normalize(vec3(-0.9, 0.4, -0.75));
const vec3 KEY_COLOUR = vec3(1.0, 0.955, 0.91) * 1.72;
const vec3 FILL_COLOUR = vec3(0.86, 0.92, 1.0) * 0.4;
const vec3 RIM_A_COLOUR = vec3(1.0, 0.97, 0.94) * 1.6;
const vec3 RIM_B_COLOUR = vec3(1.0, 0.94, 0.88) * 1.1;

vec3 sky(vec3 n) {
  return mix(vec3(0.36, 0.315, 0.3), vec3(0.56, 0.58, 0.62), n.y * 0.5 + 0.5);
}

/** Light that wraps around the edge of the shadow. Colours that pass through the material reach further. */
vec3 wrapped(float d, vec3 wrap) {
  vec3 w = clamp((d + wrap) / (1.0 + wrap), 0.0, 1.0);
  return w * (0.55 + 0.45 * w) / (1.0 + 0.3 * wrap);
}

float gloss(vec3 n, vec3 v, vec3 l, float roughness) {
  vec3 h = normalize(l + v);
  float a = roughness * roughness;
  float nh = max(dot(n, h), 0.0);
  float d = nh * nh * (a * a - 1.0) + 1.0;
  float nl = max(dot(n, l), 0.0);
  float k = a * 0.5 + 0.05;
  float nv = max(dot(n, v), 0.05);
  return a * a / (3.1416 * d * d) * nl / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k) * 4.0);
}

float edge(vec3 n, vec3 v, float power) {
  return pow(1.0 - clamp(dot(n, v), 0.0, 1.0), power);
}
`;

/**
 * Tone mapping: highlights roll off softly. Clipping would turn skin yellow. `mood` warms the light for a glad face and
 * cools it for a sad one.
 */
export const develop = /* glsl */ `
uniform float mood;
vec3 develop(vec3 c) {
  vec3 x = max(c, 0.0) * (vec3(1.0) + mood * vec3(0.06, 0.02, -0.05));
  vec3 over = max(x - 0.62, 0.0);
  vec3 shown = min(x, 0.62) + 0.38 * (1.0 - exp(-over / 0.38));
  return pow(clamp(shown, 0.0, 1.0), vec3(1.0 / 2.2));
}
`;
