import { BufferGeometry, Color, Float32BufferAttribute, Mesh, ShaderMaterial } from 'three';

const vertexShader = /* glsl */ `
varying vec2 vPlace;
void main() {
  vPlace = position.xy;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 top;
uniform vec3 bottom;
varying vec2 vPlace;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
void main() {
  vec3 colour = mix(bottom, top, vPlace.y * 0.5 + 0.5);
  float glow = exp(-dot(vPlace * vec2(0.9, 1.0) - vec2(0.0, 0.15), vPlace * vec2(0.9, 1.0) - vec2(0.0, 0.15)) * 1.6);
  colour *= 0.93 + 0.12 * glow;
  // A little noise: without it the gradient shows bands.
  colour += (hash(gl_FragCoord.xy) - 0.5) / 255.0;
  gl_FragColor = vec4(colour, 1.0);
}
`;

export interface Background {
  readonly mesh: Mesh;
  paint(top: string, bottom: string): void;
}

export function background(top: string, bottom: string): Background {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
  const uniforms = { top: { value: new Color() }, bottom: { value: new Color() } };
  const material = new ShaderMaterial({ vertexShader, fragmentShader, uniforms, depthWrite: false });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  const paint = (upper: string, lower: string): void => {
    // The shader writes colours to the screen unchanged, so they must not be converted to linear.
    uniforms.top.value.setStyle(upper).convertLinearToSRGB();
    uniforms.bottom.value.setStyle(lower).convertLinearToSRGB();
  };
  paint(top, bottom);
  return { mesh, paint };
}
