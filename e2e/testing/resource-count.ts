import type { Page } from 'playwright-core';

/** Resources that a page holds and has to release. */
export type Resources = {
  readonly sockets: number;
  readonly audioContexts: number;
  readonly workers: number;
  readonly webglContexts: number;
  readonly listeners: number;
  readonly tracks: number;
  readonly intervals: number;
};

/** Replaces the constructors before any script of the page runs. */
export const countResources = `{
  const alive = { sockets: [], audioContexts: [], workers: new Set(), webgl: [], tracks: [], intervals: new Set() };
  const made = { sockets: 0, audioContexts: 0, webglContexts: 0 };
  const watch = (name, note) => {
    const Real = window[name];
    if (Real !== undefined) window[name] = new Proxy(Real, { construct: (target, args) => note(new target(...args)) });
  };
  watch('WebSocket', (socket) => { made.sockets += 1; alive.sockets.push(socket); return socket; });
  watch('AudioContext', (context) => { made.audioContexts += 1; alive.audioContexts.push(context); return context; });
  watch('Worker', (worker) => {
    alive.workers.add(worker);
    const { terminate } = worker;
    worker.terminate = () => { alive.workers.delete(worker); terminate.call(worker); };
    return worker;
  });
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = getContext.call(this, kind, ...rest);
    if (/webgl/.test(kind) && context !== null && !alive.webgl.includes(context)) {
      made.webglContexts += 1;
      alive.webgl.push(context);
    }
    return context;
  };
  const listeners = new Map();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const ofType = (type) => {
    if (!listeners.has(type)) listeners.set(type, new Set());
    return listeners.get(type);
  };
  const isWatched = (target) => target === window || target === undefined || target === document || target === navigator.mediaDevices;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (isWatched(this) && listener && !(options && options.once)) {
      ofType(type).add(listener);
      const signal = options && options.signal;
      if (signal) addEventListener.call(signal, 'abort', () => ofType(type).delete(listener));
    }
    return addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (isWatched(this)) ofType(type).delete(listener);
    return removeEventListener.call(this, type, listener, options);
  };
  const { setInterval: every, clearInterval: stop } = window;
  window.setInterval = (...args) => { const id = every(...args); alive.intervals.add(id); return id; };
  window.clearInterval = (id) => { alive.intervals.delete(id); stop(id); };
  const media = navigator.mediaDevices;
  if (media) {
    const { getUserMedia } = media;
    media.getUserMedia = async (constraints) => {
      const stream = await getUserMedia.call(media, constraints);
      alive.tracks.push(...stream.getTracks());
      return stream;
    };
  }
  window.resources = () => ({
    sockets: alive.sockets.filter(({ readyState }) => readyState < 2).length,
    audioContexts: alive.audioContexts.filter(({ state }) => state !== 'closed').length,
    workers: alive.workers.size,
    webglContexts: alive.webgl.filter((context) => !context.isContextLost()).length,
    listeners: [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    tracks: alive.tracks.filter(({ readyState }) => readyState === 'live').length,
    intervals: alive.intervals.size,
  });
  window.createdResources = made;
}`;

export const resourcesOf = (page: Page): Promise<Resources> => page.evaluate<Resources>('window.resources()');
export const createdResources = (
  page: Page,
): Promise<{ sockets: number; audioContexts: number; webglContexts: number }> =>
  page.evaluate('window.createdResources');

/** A machine without a graphics card: the face is made of pictures, and the processor is free for the rest. */
export const withoutWebgl = `{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return /webgl/.test(kind) ? null : getContext.call(this, kind, ...rest);
  };
}`;
