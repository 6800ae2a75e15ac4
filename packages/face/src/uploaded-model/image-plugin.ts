import { type Loader, Texture } from 'three';
import type { GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';

/** Larger images are scaled down: a face never needs more pixels. */
const maxSide = 2048;

/**
 * Decodes images directly from the file. The loader's own way uses `blob:` URLs, which a strict Content-Security-Policy
 * refuses.
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
      // This kind of loader gets the bytes themselves instead of a URL.
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
  // The bitmap has memory outside of the renderer. It must be freed together with the texture.
  texture.addEventListener('dispose', () => bitmap.close());
  return texture;
}
