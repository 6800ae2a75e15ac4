import { DoubleSide, type ShaderMaterial } from 'three';
import { studioMaterial } from './studio-material.ts';

/** The lips leave only light from the front, so the key light counts less than for the skin. */
const fragment = /* glsl */ `
  n = dot(n, v) < 0.0 ? -n : n;
  float facing = 0.55 + 0.45 * clamp(dot(n, v), 0.0, 1.0);
  vec3 light = vec3(1.22, 1.17, 1.12) * facing + KEY_COLOUR * wrapped(dot(n, KEY), vec3(0.6)) * 0.25;
  float shaded = max(0.2, mix(0.55, 1.0, open));
  vec3 colour = vColour * vColour * light * 0.72 * shaded;
  colour += KEY_COLOUR * gloss(n, v, KEY, 0.35) * 0.03 * shaded;
  gl_FragColor = vec4(develop(colour), 1.0);
`;

/** Teeth and tongue. They are darker while the mouth is nearly closed. */
export const mouthMaterial = (): ShaderMaterial =>
  studioMaterial({
    attributes: { colour: 'vec3' },
    uniforms: { open: 0 },
    fragment,
    options: { side: DoubleSide },
  });
