import type { Page } from 'playwright-core';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';

/** A part of the window, as shares of its width and height. */
export type Part = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const everyMs = 100;
const maxSide = 480;

/** Records what the window shows, at most ten frames a second. */
export async function startScreencast(page: Page) {
  const debug = await page.context().newCDPSession(page);
  const frames: string[] = [];
  debug.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    setTimeout(() => void debug.send('Page.screencastFrameAck', { sessionId }).catch(() => {}), everyMs);
  });
  await debug.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 60,
    maxWidth: maxSide,
    maxHeight: maxSide,
  });
  return {
    /** Waits for this many frames. A machine that draws in software needs longer for them than the call takes. */
    reached: (count: number) => waitFor(async () => frames.length >= count || undefined, pollOptions),
    /** Ends the recording. Returns for each frame how much the brightness in this part differs from its mean, 0 to 255. */
    async contrasts(part: Part): Promise<number[]> {
      await debug.send('Page.stopScreencast');
      await debug.detach();
      // In a page of its own, because the recorded page allows no foreign script.
      const reader = await page.context().newPage();
      try {
        return await reader.evaluate<number[]>(`(${readFrames})(${JSON.stringify({ frames, part })})`);
      } finally {
        await reader.close();
      }
    },
  };
}

/** Runs in the browser, which can read JPEG. */
const readFrames = `async ({ frames, part }) => {
  const contrasts = [];
  for (const frame of frames) {
    const bytes = Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    const brush = new OffscreenCanvas(24, 24).getContext('2d');
    const { width, height } = picture;
    const from = [part.left * width, part.top * height, part.width * width, part.height * height];
    brush.drawImage(picture, ...from, 0, 0, 24, 24);
    const { data } = brush.getImageData(0, 0, 24, 24);
    const lights = Array.from({ length: 24 * 24 }, (_, i) => (data[4 * i] + data[4 * i + 1] + data[4 * i + 2]) / 3);
    const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length;
    contrasts.push(Math.sqrt(lights.reduce((sum, light) => sum + (light - mean) ** 2, 0) / lights.length));
  }
  return contrasts;
}`;
