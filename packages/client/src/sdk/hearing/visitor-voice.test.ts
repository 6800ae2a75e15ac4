import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { visitorPage } from './testing/visitor-page.ts';
import { settle } from './testing/visitor-scene.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a microphone that is open between turns', () => {
  const held = async () => {
    const scene = visitorPage();
    await scene.join();
    await scene.enable(true);
    void scene.turns.start();
    await scene.finish();
    return scene;
  };

  it('[EA67] [EA69] a press in the tail is heard, and the microphone is open again after it', async () => {
    const { turns, finish, microphone, heard, sent, open } = await held();
    const first = turns.end();
    const listening = turns.start();
    await finish();
    expect([await first, await listening, heard() === microphone.turn]).toEqual([true, true, true]);
    const second = turns.end();
    await finish();
    expect([await second, sent.length, microphone.state, heard()]).toEqual([true, 2, 'on', open()[0]]);
  });

  it('[EA67] [EA69] a cancel in the tail neither cancels the next press nor keeps the microphone closed', async () => {
    const { turns, finish, microphone } = await held();
    const first = turns.end();
    turns.cancel();
    const listening = turns.start();
    await finish();
    const second = turns.end();
    await finish();
    expect([await first, await listening, await second, microphone.state]).toEqual([false, true, true, 'on']);
  });

  it('[EA67] [EA69] a press in the tail that slides off or is released there takes nothing from the turn before', async () => {
    for (const [leave, result] of [['cancel', true] as const, ['end', false] as const]) {
      const { turns, finish, sent, microphone } = await held();
      const first = turns.end();
      void turns.start();
      const second = turns[leave]();
      await finish();
      expect([await first, await second, sent, microphone.state]).toEqual([true, result, ['Hello.'], 'on']);
    }
  });

  it('[EA67] the next press is heard if the microphone is closed while the last sound is on its way', async () => {
    const { turns, visitor, finish, microphone } = await held();
    const first = turns.end();
    await vi.advanceTimersByTimeAsync(200);
    void visitor.setEnabled(false);
    const listening = turns.start();
    await finish();
    const second = turns.end();
    await finish();
    expect([await first, await listening, await second, microphone.state]).toEqual([
      false,
      true,
      true,
      'off',
    ]);
  });

  it('[EA69] a press while it opens again is heard', async () => {
    const { turns, answer, finish, microphone } = await held();
    const first = turns.end();
    await vi.advanceTimersByTimeAsync(200);
    // The end of the sound.
    answer();
    await settle();
    expect(microphone.state).toBe('asking');
    const listening = turns.start();
    await finish();
    const second = turns.end();
    await finish();
    expect([await first, await listening, await second, microphone.state]).toEqual([true, true, true, 'on']);
  });

  it('[EA69] one that is switched on during a turn is open after it', async () => {
    const { turns, call, finish, microphone, enable } = visitorPage();
    call();
    void turns.start();
    await finish();
    await enable(true);
    void turns.end();
    await finish();
    expect(microphone.state).toBe('on');
  });
});

it('[EA65] [EA70] one that is switched on while it is only being allowed stays open after that', async () => {
  const { turns, call, finish, visitor, microphone, open, heard } = visitorPage();
  call();
  const ready = turns.prepare();
  const isOn = visitor.setEnabled(true);
  await finish();
  expect([await ready, await isOn, microphone.state, heard()]).toEqual([true, true, 'on', open()[0]]);
});

it('[EA70] is shown as open although the ears of an earlier turn could not be loaded', async () => {
  const { turns, call, answer, visitor, microphone, open, finish } = visitorPage();
  call();
  void turns.start();
  await settle();
  // The browser allows it.
  answer();
  await settle();
  const ended = turns.end();
  await vi.advanceTimersByTimeAsync(200);
  void visitor.setEnabled(true);
  // The ears are still being loaded, and the sound has ended.
  answer(true);
  answer();
  await finish();
  expect([await ended, microphone.state, open()]).toEqual([false, 'on', [microphone.stream]]);
});

describe('a microphone that a turn has', () => {
  it('[EA70] is not opened without a turn if another device is chosen', async () => {
    const { turns, call, finish, microphone, open } = visitorPage();
    call();
    void turns.start();
    await finish();
    void microphone.useDevice('another');
    await finish();
    const sent = turns.end();
    await finish();
    expect([await sent, microphone.state]).toEqual([true, 'off']);
    void turns.start();
    await finish();
    expect(open()).toMatchObject([{ deviceId: 'another' }]);
  });

  it('[EA70] is not opened if the call ends at the instant of the press', async () => {
    const { turns, call, finish, hangUp, microphone, shown } = visitorPage();
    call();
    const listening = turns.start();
    hangUp();
    await finish();
    expect([await listening, microphone.state, shown]).toEqual([false, 'off', ['started', 'cancelled']]);
  });

  it('[EA70] words that come in the next call are not sent in it', async () => {
    const { turns, call, answer, hangUp, finish, sent } = visitorPage();
    call();
    void turns.start();
    await finish();
    const ended = turns.end();
    await vi.advanceTimersByTimeAsync(200);
    // The sound has ended and was read, but the words are not known.
    for (let step = 0; step < 2; step++) {
      answer();
      await settle();
    }
    hangUp();
    call();
    await finish();
    expect([await ended, sent]).toEqual([false, []]);
  });
});

it('[EA70] the device that was chosen last is used, and a press is heard after a quick change of mind', async () => {
  const { enable, microphone, finish, open, visitor, turns, call } = visitorPage();
  call();
  await enable(true);
  void microphone.useDevice('first');
  void microphone.useDevice('second');
  await finish();
  expect(open()).toMatchObject([{ deviceId: 'second' }]);
  void visitor.setEnabled(false);
  void turns.start();
  turns.cancel();
  const listening = turns.start();
  await finish();
  expect([await listening, open().length]).toEqual([true, 1]);
});

it('[EA67] a turn is answered if its ears are closed for good, whatever they do', async () => {
  const { turns, call, visitor, answerAll } = visitorPage();
  call();
  void turns.start();
  await answerAll();
  const ended = turns.end();
  visitor.dispose();
  await vi.advanceTimersByTimeAsync(200);
  expect(await ended).toBe(false);
});

it('[EA70] a press is answered on a page that cannot have a microphone', async () => {
  const { turns, call, finish } = visitorPage();
  vi.stubGlobal('navigator', {});
  call();
  const first = [turns.prepare(), turns.prepare()];
  await finish();
  const second = [turns.start(), turns.end()];
  await finish();
  expect(await Promise.all([...first, ...second])).toEqual([false, false, false, false]);
});

it('[EA70] a page that switches the microphone off and on when it hears of it gets the last word', async () => {
  const { visitor, finish, onEvent } = visitorPage();
  onEvent(() => {
    onEvent(null);
    void visitor.setEnabled(false);
    void visitor.setEnabled(true);
  });
  void visitor.setEnabled(true);
  const isOn = visitor.setEnabled(true);
  await finish();
  expect(await isOn).toBe(true);
});

describe('a capture that never tells its end', () => {
  /** Released, and the tail is over. Nothing that the page waits for happens. */
  const released = async () => {
    const scene = visitorPage();
    scene.call();
    void scene.turns.start();
    await scene.answerAll();
    const sent = scene.turns.end();
    await vi.advanceTimersByTimeAsync(200);
    return { ...scene, sent };
  };

  it('[EA74] closes the microphone and ends its turn, and the next one is heard', async () => {
    const { turns, sent, open, finish } = await released();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([open(), await sent]).toEqual([[], false]);
    const listening = turns.start();
    await finish();
    const next = turns.end();
    await finish();
    expect([await listening, await next]).toEqual([true, true]);
  });

  it('[EA74] closes it, too, if the turn is cancelled, and for a press that waits', async () => {
    const { turns, open, answerAll, sent } = await released();
    turns.cancel();
    const listening = turns.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await sent, open()]).toEqual([false, []]);
    await answerAll();
    expect([await listening, open().length]).toEqual([true, 1]);
  });

  it('[EA74] does not keep open a microphone that is only being allowed', async () => {
    const { turns, call, answer, finish, open } = visitorPage();
    call();
    const ready = turns.prepare();
    await settle();
    // The browser allows it.
    answer();
    await settle();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(open()).toEqual([]);
    await finish();
    expect(await ready).toBe(true);
  });
});
