import { Color, type ShaderMaterial } from 'three';
import { studioMaterial } from './studio-material.ts';

const solid = /* glsl */ `
  vec3 gold = vec3(0.78, 0.52, 0.2);
  vec3 albedo = mix(colour, gold, vGold);
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), vec3(0.1)) + FILL_COLOUR * wrapped(dot(n, FILL), vec3(0.1)) + sky(n) * 0.8;
  vec3 spec = KEY_COLOUR * gloss(n, v, KEY, 0.3) + FILL_COLOUR * gloss(n, v, FILL, 0.3) + RIM_A_COLOUR * gloss(n, v, RIM_A, 0.3);
  vec3 mirror = sky(reflect(-v, n)) * (0.04 + 0.5 * edge(n, v, 4.0));
  vec3 tone = mix(vec3(0.1), gold * 1.2, vGold);
  vec3 result = albedo * light * mix(0.42, 0.22, vGold) + spec * tone + mirror * mix(vec3(0.8), gold * 2.5, vGold);
  gl_FragColor = vec4(develop(result), 1.0);
`;

const lens = /* glsl */ `
  float streak = smoothstep(0.05, 0.0, abs(fract((vWorld.x * 0.8 + vWorld.y * 0.75) * 2.1 + 0.42) - 0.5) - 0.09);
  float above = smoothstep(-0.25, 0.2, vWorld.y);
  float alpha = 0.035 + 0.1 * streak * above + 0.4 * edge(n, v, 4.0);
  gl_FragColor = vec4(vec3(1.0), alpha);
`;

export const solidMaterial = (colour: string): ShaderMaterial =>
  studioMaterial({
    attributes: { gold: 'float' },
    uniforms: { colour: new Color(colour) },
    fragment: solid,
  });

export const lensMaterial = (): ShaderMaterial =>
  studioMaterial({ fragment: lens, options: { transparent: true, depthWrite: false } });
