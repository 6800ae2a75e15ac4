import { expect, it } from 'vitest';
import { listenForCallbacks } from './callback-listener.ts';

it('[RH4] a hundred conversations wait for a callback without a warning of Node', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  try {
    await using callbacks = await listenForCallbacks({ publicUrl: null, port: 0 });
    const waiting = Array.from({ length: 100 }, () =>
      callbacks.waitFor(() => callbacks.received.length > 0, 60_000),
    );
    await fetch(callbacks.url, { method: 'POST', body: '{}' });
    expect(await Promise.all(waiting)).not.toContain(false);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', note);
  }
});
