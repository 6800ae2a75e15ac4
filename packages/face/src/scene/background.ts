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
uniform float mood;
uniform float aspect;
varying vec2 vPlace;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
void main() {
  vec3 colour = mix(bottom, top, smoothstep(-1.1, 1.1, vPlace.y));
  // A soft pool of light behind the head gives the picture depth, and dark corners lead the eye to the face.
  vec2 fromHead = (vPlace - vec2(0.0, 0.12)) * vec2(aspect, 1.0);
  float pool = exp(-dot(fromHead, fromHead) * 1.1);
  float disc = 1.0 - smoothstep(0.72, 0.86, length(fromHead - vec2(0.1, 0.02)));
  float glow = min(1.0, 0.35 + 0.8 * dot(top, vec3(0.299, 0.587, 0.114)));
  colour = mix(colour, vec3(1.0), glow * (0.2 * pool + 0.07 * disc * pool));
  colour *= 1.0 - 0.2 * smoothstep(0.5, 1.75, length(vPlace * vec2(min(aspect, 1.0), 1.0)));
  colour *= vec3(1.0) + mood * vec3(0.035, 0.01, -0.04);
  // A little noise: without it the gradient shows bands.
  colour += (hash(gl_FragCoord.xy) - 0.5) / 255.0;
  gl_FragColor = vec4(colour, 1.0);
}
`;

export function background() {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
  const uniforms = {
    top: { value: new Color() },
    bottom: { value: new Color() },
    aspect: { value: 1 },
    mood: { value: 0 },
  };
  const material = new ShaderMaterial({ vertexShader, fragmentShader, uniforms, depthWrite: false });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  return {
    mesh,
    paint: (upper: string, lower: string): void => {
      // The shader writes colours to the screen unchanged, so they must not be converted to linear.
      uniforms.top.value.setStyle(upper).convertLinearToSRGB();
      uniforms.bottom.value.setStyle(lower).convertLinearToSRGB();
    },
    /** `aspect` is width by height, `mood` is −1 to 1. */
    light: (aspect: number, mood: number): void => {
      uniforms.aspect.value = aspect;
      uniforms.mood.value = mood;
    },
  };
}
