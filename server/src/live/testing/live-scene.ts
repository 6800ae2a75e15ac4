import { afterAll } from 'vitest';
import { startEndpoint } from './endpoint.ts';
import { LiveApp } from './live-app.ts';

/** One service for all tests of a file, and an avatar in front of its scripted endpoint. */
export async function liveScene() {
  const app = await LiveApp.start();
  afterAll(() => app[Symbol.asyncDispose]());
  const avatarId = await app.avatar();
  /** A session whose client has opened the conversation, and whose endpoint knows it. */
  const connected = async (id = avatarId) => {
    const { wire, ...joined } = await app.talk(id);
    await wire.status('IDLE');
    await app.endpoint.next('LOGIN', joined.sessionId);
    return { ...joined, wire, resume: wire.welcome.resume };
  };
  return { app, avatarId, connected };
}

/** The same with an avatar whose endpoint, `held`, answers a CHAT only when the test tells it to. */
export async function heldScene() {
  const apology = 'I am sorry.';
  const app = await LiveApp.start();
  const held = await startEndpoint({ CHAT: () => {} });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await held[Symbol.asyncDispose]();
  });
  const avatarId = await app.avatar({ endpointUrl: held.url, apology });
  return { app, held, avatarId, apology };
}
