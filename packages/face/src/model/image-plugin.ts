import { type Loader, Texture } from 'three';
import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

/** Larger pictures are made smaller: a face never fills more of the screen. */
const maxSide = 2048;

/**
 * Decodes pictures straight from the file. The loader's own way goes through `blob:` addresses, which a strict
 * Content-Security-Policy refuses.
 */
export function imagePlugin(parser: GLTFParser): GLTFLoaderPlugin {
  return {
    name: 'PARLEY_images',
    loadTexture: (index) => {
      const { textures = [], images = [] } = parser.json as {
        textures?: { source?: number }[];
        images?: { bufferView?: number; mimeType?: string }[];
      };
      const source = textures[index]?.source;
      if (source === undefined) return null;
      // A loader of this kind is handed the bytes themselves instead of an address.
      const decoder = {
        isKTX2Loader: true,
        parse: (
          bytes: ArrayBuffer,
          onLoad: (texture: Texture) => void,
          onError: (error: unknown) => void,
        ) => {
          decode(bytes, images[source]?.mimeType).then(onLoad, onError);
        },
      };
      return parser.loadTextureImage(index, source, decoder as unknown as Loader);
    },
  };
}

async function decode(bytes: ArrayBuffer, type = 'image/png'): Promise<Texture> {
  const picture = new Blob([bytes], { type });
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
  const whole = await createImageBitmap(picture, options);
  const side = Math.max(whole.width, whole.height);
  if (side <= maxSide) return textureOf(whole);
  const share = maxSide / side;
  const smaller = await createImageBitmap(whole, {
    ...options,
    resizeWidth: Math.max(1, Math.round(whole.width * share)),
    resizeHeight: Math.max(1, Math.round(whole.height * share)),
    resizeQuality: 'high',
  });
  whole.close();
  return textureOf(smaller);
}

function textureOf(bitmap: ImageBitmap): Texture {
  const texture = new Texture(bitmap);
  texture.needsUpdate = true;
  // The bitmap holds memory outside of the renderer's; freeing the texture must free it, too.
  texture.addEventListener('dispose', () => bitmap.close());
  return texture;
}
