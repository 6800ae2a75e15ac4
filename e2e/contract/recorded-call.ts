export type RecordedFrame = {
  readonly sender: 'client' | 'server';
  readonly frame: { readonly type: string };
};

/** A call over a plain socket, which notes every frame. Sound is only counted. */
export async function recordedCall(serviceUrl: string, avatarId: string) {
  const answer = await fetch(`${serviceUrl}/client/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ avatarId, userId: 'ann', customString: 'gold', locale: 'en-GB' }),
  });
  const { sessionId, ticket } = (await answer.json()) as { sessionId: string; ticket: string };
  const frames: RecordedFrame[] = [];
  let sounds = 0;
  const socket = new WebSocket(`${serviceUrl.replace('http', 'ws')}/client/live`);
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') frames.push({ sender: 'server', frame: JSON.parse(data) });
    else sounds += 1;
  };
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = (frame: { readonly type: string } & Readonly<Record<string, unknown>>): void => {
    frames.push({ sender: 'client', frame });
    socket.send(JSON.stringify(frame));
  };
  send({ type: 'hello', versions: [1], sessionId, ticket, events: true, reconnects: false });
  return {
    sessionId,
    frames,
    sounds: () => sounds,
    send,
    typesFrom: (wanted: RecordedFrame['sender']) =>
      new Set(frames.filter(({ sender }) => sender === wanted).map(({ frame }) => frame.type)),
    [Symbol.dispose]: () => socket.close(),
  };
}
