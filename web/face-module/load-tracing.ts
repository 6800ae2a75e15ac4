import { tracings } from 'virtual:face/tracings';
import { decodeTracing, type FaceLook, presetOfShape, type Tracing } from '@parley/face/still';

/**
 * The outlines for the drawing of a look. The presets' outlines are small files. Only a custom look needs the code of
 * the 3D shapes, and most of a second.
 */
export async function loadTracing(look: FaceLook): Promise<Tracing> {
  return (await loadTracer(look))();
}

/** Loads everything that a drawing may need later, without drawing yet. */
export async function prepareTracing(look: FaceLook): Promise<void> {
  await loadTracer(look).catch(() => undefined);
}

async function loadTracer(look: FaceLook): Promise<() => Tracing> {
  const preset = presetOfShape(look);
  if (preset !== undefined) {
    const { coded } = await tracings[preset]();
    return () => decodeTracing(coded);
  }
  const { trace } = await import('@parley/face/trace');
  return () => trace(look);
}
