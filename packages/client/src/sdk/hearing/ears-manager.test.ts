import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EarsOptions, Turn } from './ears-interface.ts';
import { EarsManager } from './ears-manager.ts';
import { HeldTurn } from './held-turn.ts';

const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
const stream = { active: false } as MediaStream;

function scene() {
  const events: string[] = [];
  const turns: (Turn | null)[] = [];
  const note = (turn: Turn | null) => {
    turns.push(turn);
    events.push(`listens ${turns.length}`);
  };
  let newest = { hasCrashed: false };
  vi.stubGlobal('openEarsForTest', async ({ turn }: EarsOptions) => {
    note(turn);
    const ears = {
      hasCrashed: false,
      listenTo: (_sound: unknown, next: Turn | null) => note(next),
      pause: () => events.push('pause'),
      close: () => events.push('close'),
    };
    newest = ears;
    return ears;
  });
  const nothing = () => {};
  const manager = new EarsManager(
    {
      url: 'data:text/javascript,export const openEars = (all) => globalThis.openEarsForTest(all);//',
      avatarId: '1',
      locale: 'en',
      line: () => null,
    },
    {
      handleProgress: nothing,
      handleLevel: nothing,
      handleSpeech: nothing,
      handleWords: nothing,
      handleDuck: nothing,
      handleInterrupt: nothing,
      handleError: nothing,
    },
  );
  manager.handleAvatar({ hearing: { recogniser: 'built-in', language: 'en' } });
  const crash = () => {
    newest.hasCrashed = true;
  };
  return { manager, events, crash };
}

describe('the ears between turns', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('[EA64] the next turn waits until the one before was heard, and a pause does not drop it', async () => {
    const { manager, events } = scene();
    const [first, second] = [new HeldTurn(() => {}), new HeldTurn(() => {})];
    await manager.listenTo(stream, null, first);
    first.release();
    const next = manager.listenTo(stream, null, second);
    manager.pause();
    await settle();
    expect(events).toEqual(['listens 1']);
    first.handleHeard();
    await next;
    expect(events).toEqual(['listens 1', 'listens 2']);
    manager.pause();
    expect(events.at(-1)).toBe('pause');
  });

  it('[EA63] [EA64] a cancelled turn is never listened to, and holds nothing up', async () => {
    const { manager, events } = scene();
    const [first, second, third] = [1, 2, 3].map(() => new HeldTurn(() => {}));
    await manager.listenTo(stream, null, first ?? null);
    const waiting = [second, third].map((turn) => manager.listenTo(stream, null, turn ?? null));
    second?.cancel();
    first?.cancel();
    await Promise.all(waiting);
    expect(events).toEqual(['listens 1', 'listens 2']);
  });

  it('[EA68] the words of a turn are awaited before another language is heard', async () => {
    const { manager, events } = scene();
    const [first, second] = [new HeldTurn(() => {}), new HeldTurn(() => {})];
    await manager.listenTo(stream, null, first);
    first.release();
    first.handleHeard();
    manager.language = 'de';
    const next = manager.listenTo(stream, null, second);
    await settle();
    expect(events).toEqual(['listens 1']);
    first.handleDone('Hello.');
    await next;
    expect(events).toEqual(['listens 1', 'close', 'listens 2']);
  });

  it('an empty language gives back the one of the avatar', async () => {
    const { manager, events } = scene();
    const open = { active: true } as MediaStream;
    await manager.listenTo(open, null, null);
    manager.language = 'de';
    manager.language = '';
    await manager.listenTo(open, null, null);
    expect(events).toEqual(['listens 1', 'listens 2']);
  });

  const released = (manager: EarsManager) => {
    const turn = new HeldTurn(() => {});
    const listening = manager.listenTo(stream, null, turn);
    turn.release();
    return { turn, listening };
  };
  const open = { active: true } as MediaStream;

  it('[EA67] closing for good ends the turn, also if the ears are not open yet', async () => {
    const { manager } = scene();
    const { turn, listening } = released(manager);
    manager.dispose();
    expect(await turn.words).toBeNull();
    await listening;
    expect(await released(manager).turn.words).toBeNull();
  });

  it('[EA67] closing for good ends turns whose words are awaited while something else is listened to', async () => {
    const { manager } = scene();
    const [first, second] = [released(manager).turn, released(manager).turn];
    first.handleHeard();
    second.handleHeard();
    await manager.listenTo(open, null, null);
    manager.dispose();
    expect(await Promise.all([first.words, second.words])).toEqual([null, null]);
  });

  it('[EA72] ears that have crashed are replaced at the next use, after the words of earlier turns are known', async () => {
    const { manager, events, crash } = scene();
    const { turn } = released(manager);
    turn.handleHeard();
    await settle();
    crash();
    const next = manager.listenTo(open, null, null);
    await settle();
    expect(events).toEqual(['listens 1']);
    turn.handleDone('');
    await next;
    await manager.listenTo(open, null, null);
    expect(events).toEqual(['listens 1', 'close', 'listens 2', 'listens 3']);
  });

  it('[EA68] words of a turn are awaited although the microphone is open again by then', async () => {
    const { manager, events } = scene();
    const { turn } = released(manager);
    turn.handleHeard();
    await manager.listenTo(open, null, null);
    manager.language = 'de';
    const next = manager.listenTo(open, null, null);
    // A turn that comes later does not hold up the language.
    const later = released(manager);
    await settle();
    expect(events).toEqual(['listens 1', 'listens 2']);
    turn.handleDone('Hello.');
    await Promise.all([next, later.listening]);
    expect(events).toEqual(['listens 1', 'listens 2', 'close', 'listens 3', 'listens 4']);
  });
});
