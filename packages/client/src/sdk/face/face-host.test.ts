import { afterEach, describe, expect, it, vi } from 'vitest';
import { FaceHost } from './face-host.ts';
import type { Face, LoadedFace } from './face-interface.ts';

/** A face that records its commands. */
function recordingFace(): { face: Face; commands: string[] } {
  const commands: string[] = [];
  const note =
    (order: string) =>
    (...args: unknown[]) =>
      void commands.push(
        [order, ...args.filter((arg) => typeof arg !== 'object' && typeof arg !== 'function')].join(' '),
      );
  const face: Face = {
    setMode: note('mode'),
    setEmotion: note('emotion'),
    gesture: note('gesture'),
    look: note('look'),
    setBackground: note('background'),
    speak: note('speak'),
    stopSpeaking: note('silence'),
    dispose: note('dispose'),
  };
  return { face, commands };
}

const baseConfig = {
  background: undefined,
  url: 'data:text/javascript,export const mountFace = (...all) => globalThis.mountFaceForTest(...all);//',
  avatarId: '1',
  token: undefined,
};
const element = {} as HTMLElement;
const tag = (name: string, attributes: Record<string, string>) => ({
  name,
  attributes,
  event: null,
  json: null,
  warning: null,
});

/** Stands in for the file that the service serves. */
const serve = (
  mountFace: (element: unknown, look: unknown, onStepDown: (next: LoadedFace) => void) => Promise<LoadedFace>,
) => vi.stubGlobal('mountFaceForTest', mountFace);

describe('the host of a face', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('gives a face that loads late, or replaces another, the current state, but no gesture', async () => {
    const [first, second] = [recordingFace(), recordingFace()];
    const kinds: string[] = [];
    let stepDown: (next: LoadedFace) => void = () => undefined;
    serve(async (_element, _look, onStepDown) => {
      stepDown = onStepDown;
      return { kind: 'face', face: first.face };
    });
    const host = new FaceHost((kind) => kinds.push(kind));
    host.handleStatus('LISTENING');
    host.handleStatus('TALKING');
    host.handleTag(tag('svc-emotion', { name: 'happy', intensity: '0.5' }));
    host.handleTag(tag('svc-look', { at: 'left' }));
    host.handleTag(tag('svc-gesture', { name: 'nod', times: '2' }));
    host.handleSpeech([], () => 0);
    await host.mount({ ...baseConfig, element, look: 'mara' });
    expect(first.commands).toEqual(['mode talking', 'emotion happy 0.5', 'look left', 'speak']);
    host.handleTag(tag('svc-gesture', { name: 'nod', times: '2' }));
    expect(first.commands.at(-1)).toBe('gesture nod 2');
    host.handleSilence();
    stepDown({ kind: 'still', face: second.face });
    expect(second.commands).toEqual(['mode talking', 'emotion happy 0.5', 'look left', 'silence']);
    expect(kinds).toEqual(['face', 'still']);
  });

  it('[MO9] ends emotion and direction with the reply, spoken or interrupted, and not before', async () => {
    const { face, commands } = recordingFace();
    serve(async () => ({ kind: 'face', face }));
    const host = new FaceHost(() => undefined);
    await host.mount({ ...baseConfig, element, look: 'mara' });
    host.handleStatus('THINKING');
    host.handleTag(tag('svc-emotion', { name: 'happy', intensity: '0.5' }));
    host.handleStatus('TALKING');
    host.handleTag(tag('svc-look', { at: 'left' }));
    host.handleStatus('TALKING');
    expect(commands).toEqual([
      'mode thinking',
      'emotion happy 0.5',
      'mode talking',
      'look left',
      'mode talking',
    ]);
    commands.length = 0;
    host.handleStatus('LISTENING');
    expect(commands).toEqual(['emotion neutral 1', 'look user', 'mode listening']);
    commands.length = 0;
    host.handleStatus('TALKING');
    host.handleStatus('IDLE');
    expect(commands).toEqual(['mode talking', 'mode idle']);
  });

  it('has no face if the file cannot be loaded', async () => {
    const kinds: string[] = [];
    const host = new FaceHost((kind) => kinds.push(kind));
    await host.mount({ ...baseConfig, url: 'data:text/javascript,throw 1;//', element, look: '' });
    host.handleStatus('TALKING');
    expect(kinds).toEqual(['none']);
  });

  it('disposes of a face that loads or replaces another after the end', async () => {
    const [late, later] = [recordingFace(), recordingFace()];
    let stepDown: (next: LoadedFace) => void = () => undefined;
    const host = new FaceHost(() => undefined);
    serve(async (_element, _look, onStepDown) => {
      stepDown = onStepDown;
      host.dispose();
      return { kind: 'face', face: late.face };
    });
    await host.mount({ ...baseConfig, element, look: '' });
    stepDown({ kind: 'still', face: later.face });
    expect([late.commands, later.commands]).toEqual([['dispose'], ['dispose']]);
  });

  it('asks the service for the look if the page names none', async () => {
    const requests: { url: string; headers: unknown }[] = [];
    vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
      requests.push({ url, headers });
      return Response.json({ look: 'omar', model: '/client/avatars/7/model/abc.glb', movement: 'calm' });
    });
    let look: unknown;
    serve(async (_element, wanted) => {
      look = wanted;
      return { kind: 'face', face: recordingFace().face };
    });
    const config = { ...baseConfig, avatarId: '7', element, look: undefined };
    await new FaceHost(() => undefined).mount(config);
    expect(requests[0]?.url).toMatch(/\/client\/avatars\/7$/);
    expect(requests[0]?.headers).toEqual({});
    expect(look).toEqual({ look: 'omar', model: '/client/avatars/7/model/abc.glb', movement: 'calm' });
    await new FaceHost(() => undefined).mount({ ...config, movement: 'still' });
    expect(look).toMatchObject({ look: 'omar', movement: 'still' });
    await new FaceHost(() => undefined).mount({ ...config, token: 'abc' });
    expect(requests[2]?.headers).toEqual({ authorization: 'Bearer abc' });
  });

  it('waits for the call if the avatar is private, and draws once', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ private: true, look: null, model: null }));
    const looks: unknown[] = [];
    serve(async (_element, wanted) => {
      looks.push(wanted);
      return { kind: 'face', face: recordingFace().face };
    });
    const config = { ...baseConfig, avatarId: '7', element, look: undefined };
    const early = new FaceHost(() => undefined);
    await early.mount({ ...config, background: '#203040' });
    expect(looks).toEqual([]);
    early.handleAvatar({ look: 'omar', model: null });
    early.handleAvatar({ look: 'omar', model: null });
    const background = { top: '#203040', bottom: '#203040' };
    await vi.waitFor(() => expect(looks).toEqual([{ look: 'omar', background }]));
    const late = new FaceHost(() => undefined);
    late.handleAvatar({ look: 'mara', model: '/model' });
    await late.mount(config);
    expect(looks.slice(1)).toEqual([{ look: 'mara', model: '/model' }]);
  });

  it('keeps a background over replies and faces, until the call ends', async () => {
    const { face, commands } = recordingFace();
    serve(async () => ({ kind: 'still', face }));
    const host = new FaceHost(() => undefined);
    host.handleTag(tag('svc-background', { color: '#203040' }));
    await host.mount({ ...baseConfig, element, look: 'mara' });
    host.handleStatus('TALKING');
    host.handleStatus('IDLE');
    host.handleEnd();
    host.handleEnd();
    expect(commands.filter((each) => each.startsWith('background'))).toEqual([
      'background #203040',
      'background default',
    ]);
  });

  it('has no emotion after the call, even if the reply was not finished', async () => {
    const { face, commands } = recordingFace();
    serve(async () => ({ kind: 'still', face }));
    const host = new FaceHost(() => undefined);
    await host.mount({ ...baseConfig, element, look: 'mara' });
    host.handleStatus('TALKING');
    host.handleTag(tag('svc-emotion', { name: 'sad' }));
    host.handleEnd();
    expect(commands.filter((each) => each.startsWith('emotion')).at(-1)).toMatch(/neutral/);
  });

  it('looks concerned during an apology, and neutral after it', async () => {
    const { face, commands } = recordingFace();
    serve(async () => ({ kind: 'face', face }));
    const host = new FaceHost(() => undefined);
    await host.mount({ ...baseConfig, element, look: 'mara' });
    host.handleStatus('TALKING');
    host.handleApology();
    host.handleStatus('IDLE');
    expect(commands.filter((command) => command.startsWith('emotion'))).toEqual([
      'emotion concerned 1',
      'emotion neutral 1',
    ]);
  });
});
