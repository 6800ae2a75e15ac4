export const hairStyles = [
  'bald',
  'receding',
  'buzz',
  'short',
  'quiff',
  'fringe',
  'curly',
  'afro',
  'pixie',
  'bob',
  'long',
  'wavy',
  'bun',
  'ponytail',
] as const;
export const eyeShapes = ['almond', 'round', 'hooded', 'upturned', 'downturned'] as const;
export const facialHairStyles = ['none', 'stubble', 'moustache', 'goatee', 'beard', 'full-beard'] as const;
export const glassesStyles = ['none', 'round', 'square', 'cat-eye', 'half-rim'] as const;
export const clothesKinds = ['crew', 'v-neck', 'turtleneck', 'shirt', 'blazer', 'suit', 'hoodie'] as const;

export type HairStyle = (typeof hairStyles)[number];
export type EyeShape = (typeof eyeShapes)[number];
export type FacialHairStyle = (typeof facialHairStyles)[number];
export type GlassesStyle = (typeof glassesStyles)[number];
export type ClothesKind = (typeof clothesKinds)[number];

/** `#rrggbb` */
export type Colour = string;

/** Everything that defines a built-in face. Numbers without a comment are −1 to 1, and 0 is average. */
export interface FaceLook {
  /** 18 to 90, in years. */
  readonly age: number;
  readonly skin: {
    readonly colour: Colour;
    /** 0 to 1 */
    readonly freckles: number;
    /** 0 to 1 */
    readonly blush: number;
  };
  readonly face: {
    readonly width: number;
    /** narrow to square */
    readonly jaw: number;
    /** short to long */
    readonly chin: number;
    /** hollow to full */
    readonly cheeks: number;
    /** Neck, shoulders and the bone above the eyes: slender to broad. */
    readonly build: number;
  };
  readonly eyes: {
    readonly colour: Colour;
    readonly shape: EyeShape;
    readonly size: number;
    readonly spacing: number;
    /** Lashes and a line along the lid, 0 to 1. */
    readonly lashes: number;
  };
  readonly brows: {
    readonly colour: Colour;
    readonly thickness: number;
    /** straight to arched */
    readonly arch: number;
  };
  readonly nose: {
    readonly width: number;
    readonly length: number;
    /** flat to high */
    readonly bridge: number;
    /** hanging to turned up */
    readonly tip: number;
  };
  readonly lips: { readonly colour: Colour; readonly fullness: number; readonly width: number };
  readonly hair: { readonly style: HairStyle; readonly colour: Colour };
  readonly facialHair: { readonly style: FacialHairStyle; readonly colour: Colour };
  readonly glasses: { readonly style: GlassesStyle; readonly colour: Colour };
  readonly clothes: {
    readonly kind: ClothesKind;
    readonly colour: Colour;
    /** What is worn under a blazer or suit; collar and strings of a hoodie. */
    readonly second: Colour;
  };
  readonly earrings: boolean;
  /** A gradient from top to bottom. Twice the same colour is a plain background. */
  readonly background: { readonly top: Colour; readonly bottom: Colour };
}
