import { describe, expect, it } from 'vitest';
import { lookPresetNames } from '../../packages/face/src/look/presets.ts';
import { tinyHead, tinyVrm } from '../../packages/face/src/testing/tiny-model.ts';
import { openFaces } from '../testing/face-page.ts';

type Stats = {
  readonly isRunning: boolean;
  readonly triangles: number;
  readonly drawCalls: number;
  readonly geometries: number;
  readonly textures: number;
  readonly visemes: Readonly<Record<string, number>>;
};

const models = new Map([
  ['head.glb', tinyHead(['jawOpen', 'eyeBlinkLeft'])],
  ['mute.glb', tinyHead(['nothing'])],
  ['person.vrm', tinyVrm(['aa', 'oh', 'blinkLeft'])],
  ['broken.glb', new Uint8Array([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 9])],
]);

describe('the face', () => {
  const open = openFaces(models);

  it('draws every preset with at most 60,000 triangles and 20 draw calls', async (context) => {
    await using visited = await open(context);
    for (const name of lookPresetNames) {
      const stats = await visited.page.evaluate<Stats>(
        `mount('${name}', { width: 32, height: 32 }).then(() => frames(1)).finally(() => loaded.face.dispose())`,
      );
      expect.soft(stats.triangles, name).toBeGreaterThan(30_000);
      expect.soft(stats.triangles, name).toBeLessThanOrEqual(60_000);
      expect.soft(stats.drawCalls, name).toBeLessThanOrEqual(20);
    }
    expect(visited.complaints).toEqual([]);
  });

  it('shows the mouth shape that is heard at each moment, and none in silence', async (context) => {
    await using visited = await open(context);
    const seen = await visited.page.evaluate<[string, Stats['visemes']][]>(`(async () => {
      await mount('leo');
      const track = ['PP', 'aa', 'FF', 'O', 'SS', 'I'].map((viseme, i) => ({ viseme, startMs: i * 200, durationMs: 200 }));
      let heardMs = -1000;
      loaded.face.speak(track, () => heardMs);
      await frames(2);
      const seen = [['before', loaded.face.stats().visemes]];
      for (const { viseme, startMs } of track) {
        heardMs = startMs + 100;
        // Longer than the fade from the previous face.
        await new Promise((r) => setTimeout(r, 200));
        seen.push([viseme, (await frames(2)).visemes]);
      }
      heardMs = 5000;
      seen.push(['after', (await frames(2)).visemes]);
      heardMs = 300;
      loaded.face.stopSpeaking();
      await new Promise((r) => setTimeout(r, 200));
      seen.push(['stopped', (await frames(2)).visemes]);
      return seen;
    })()`);
    const strongest = seen.map(([expected, weights]) => [
      expected,
      Object.entries(weights).sort(([, a], [, b]) => b - a)[0]?.[0],
    ]);
    expect(strongest).toEqual([
      ['before', undefined],
      ['PP', 'PP'],
      ['aa', 'aa'],
      ['FF', 'FF'],
      ['O', 'O'],
      ['SS', 'SS'],
      ['I', 'I'],
      ['after', undefined],
      ['stopped', undefined],
    ]);
  });

  it('draws nothing while the page is hidden or the face is out of view', async (context) => {
    await using visited = await open(context);
    const running = await visited.page.evaluate<boolean[]>(`(async () => {
      const until = async (wanted) => {
        for (let i = 0; i < 300 && loaded.face.stats().isRunning !== wanted; i++) await new Promise((r) => setTimeout(r, 10));
        return loaded.face.stats().isRunning;
      };
      await mount('mara');
      const seen = [await until(true)];
      stage.style.marginLeft = '-2000px';
      seen.push(await until(false));
      stage.style.marginLeft = '0';
      seen.push(await until(true));
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
      seen.push(await until(false));
      const before = loaded.face.stats().frames;
      await new Promise((r) => setTimeout(r, 300));
      seen.push(loaded.face.stats().frames === before);
      delete document.hidden;
      document.dispatchEvent(new Event('visibilitychange'));
      seen.push(await until(true));
      return seen;
    })()`);
    expect(running).toEqual([true, false, true, false, true, true]);
  });

  it('is drawn in the same task in which its canvas is resized', async (context) => {
    await using visited = await open(context);
    const opacities = await visited.page.evaluate<number[]>(`(async () => {
      await mount('mara', { width: 80, height: 80 });
      await frames(1);
      const brush = document.createElement('canvas').getContext('2d');
      const opacityAtCentre = () => {
        brush.clearRect(0, 0, 1, 1);
        brush.drawImage(stage.querySelector('canvas'), 40, 40, 1, 1, 0, 0, 1, 1);
        return brush.getImageData(0, 0, 1, 1).data[3];
      };
      const opacities = [];
      for (const height of [90, 100, 80]) {
        await new Promise((resolve) => {
          // The face observes its element longer, so it has handled the new size before this.
          const observer = new ResizeObserver(() => {
            if (stage.clientHeight !== height) return;
            observer.disconnect();
            opacities.push(opacityAtCentre());
            resolve();
          });
          observer.observe(stage);
          stage.style.height = height + 'px';
        });
      }
      return opacities;
    })()`);
    expect(opacities).toEqual([255, 255, 255]);
  });

  it('leaves nothing behind when it is shown and removed twenty times', async (context) => {
    await using visited = await open(context, counting);
    const left = await visited.page.evaluate<Record<string, unknown>>(`(async () => {
      const memory = [];
      await mount('samuel');
      loaded.face.dispose();
      const before = { ...counts, contexts: contexts.length };
      for (let i = 0; i < 20; i++) {
        await mount('samuel', { width: 32, height: 32 });
        // Only drawn parts are in graphics memory. To draw all of them would take minutes in software.
        if (i % 7 === 0) await frames(1);
        loaded.face.dispose();
        const { geometries, textures, isRunning } = loaded.face.stats();
        memory.push(geometries + textures + Number(isRunning));
      }
      return {
        memory: Math.max(...memory),
        listeners: counts.listeners - before.listeners,
        observers: counts.observers - before.observers,
        contexts: contexts.length - before.contexts,
        alive: contexts.filter((context) => !context.isContextLost()).length,
        children: stage.childElementCount,
      };
    })()`);
    expect(left).toEqual({
      memory: 0,
      listeners: 0,
      observers: 0,
      // One context checks for WebGL and one draws.
      contexts: 2 * 20,
      alive: 0,
      children: 0,
    });
    expect(visited.complaints.filter((text) => !text.includes('context'))).toEqual([]);
  });

  it.for(['head.glb', 'person.vrm'])(
    'shows the customer’s own %s and loads what it needs only then',
    async (file, context) => {
      await using visited = await open(context);
      const loaders = () => visited.requests.filter((url) => url.includes('load-model'));
      expect(await visited.page.evaluate(`mount('samuel', small).finally(() => loaded.face.dispose())`)).toBe(
        'face',
      );
      expect(loaders()).toEqual([]);
      const stats = await visited.page.evaluate<Stats>(
        `mount({ preset: 'samuel', model: '/${file}' }, small).then(() => frames(1))`,
      );
      expect(loaders()).toHaveLength(1);
      expect(stats.triangles).toBeLessThan(100);
      expect(visited.complaints).toEqual([]);
    },
  );

  it.for(['mute.glb', 'broken.glb', 'missing.glb', 'https://elsewhere.invalid/head.glb'])(
    'shows the look where the model is %s',
    async (model, context) => {
      await using visited = await open(context);
      const stats = await visited.page.evaluate<Stats>(
        `mount({ preset: 'samuel', model: '${model.startsWith('https') ? model : `/${model}`}' }, small).then(() => frames(1))`,
      );
      expect(stats.triangles).toBeGreaterThan(30_000);
      expect(visited.requests.filter((url) => url.includes('elsewhere'))).toEqual([]);
    },
  );
});

/** Counts the resources that a page holds. Listeners that remove themselves after one event are not counted. */
const counting = `
  window.counts = { listeners: 0, observers: 0 };
  window.contexts = [];
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const isShared = (target) => target === window || target === document || target instanceof Element;
  EventTarget.prototype.addEventListener = function (...args) {
    if (isShared(this ?? window)) counts.listeners++;
    return add.apply(this, args);
  };
  EventTarget.prototype.removeEventListener = function (...args) {
    if (isShared(this ?? window)) counts.listeners--;
    return remove.apply(this, args);
  };
  for (const name of ['ResizeObserver', 'IntersectionObserver']) {
    const Own = window[name];
    window[name] = class extends Own {
      observe(...args) { counts.observers++; super.observe(...args); }
      disconnect() { counts.observers--; super.disconnect(); }
    };
  }
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = getContext.call(this, kind, ...rest);
    if (kind === 'webgl2' && context && !contexts.includes(context)) contexts.push(context);
    return context;
  };`;
