import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLiveClient } from '@parley/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  freePort,
  type RunningService,
  startService,
  type TemporaryFolder,
  temporaryFolder,
} from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';
import { clientFolder, needPython, runPython, startPython } from './python-program.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

const app = `
from collections.abc import AsyncIterator

from parley_server import Chat, Delivery, Gateway, ParleyClient, PartnerReceiver, Session, WebhookReceiver, errors

gateway = Gateway("k")
receiver = PartnerReceiver("whsec_AAAAAAAAAAAAAAAAAAAAAAAA", client_id="c", base_url="https://talk.example.com")


@gateway.on_login
def welcome(session: Session) -> None:
    print(session.locale.upper(), session.login.custom_string)


@gateway.on_chat
async def answer(chat: Chat) -> AsyncIterator[str]:
    yield chat.message


@receiver.on_event
async def handle(delivery: Delivery) -> None:
    event = delivery.event
    if event["name"] == "session:conversation":
        print([entry["message"].upper() for entry in event["details"]["transcript"]])
    elif event["name"] == "connection:state-changed" and event["details"]["state"] == "disconnected":
        print(event["details"].get("reason", "unknown").upper())


def token(client: ParleyClient) -> str:
    try:
        return client.generate_token("1001").jwt
    except errors.RateLimited as error:
        return error.message
`;
const mistake = `
from parley_server import Chat, Delivery, Gateway, WebhookReceiver

gateway = Gateway("k")
receiver = WebhookReceiver("whsec_AAAAAAAAAAAAAAAAAAAAAAAA")


@gateway.on_chat
def answer(chat: Chat) -> int:
    return 7


@receiver.on_event
def handle(delivery: Delivery) -> None:
    if delivery.event["name"] == "webhook.test":
        print(delivery.event["details"]["transcript"])
`;

/** What the code blocks of the README take from the reader's program. */
const prelude = `
import os
from fastapi import FastAPI
from flask import Flask
from parley_server import *
from parley_server import errors

app, shop = FastAPI(), Flask("shop")
session_id, secrets = "ses_1", {"webhook_secret": "whsec_", "client_id": "c"}
`;
const readmeCode = () =>
  [...readFileSync(join(clientFolder, 'README.md'), 'utf8').matchAll(/```python\n([\s\S]*?)```/g)]
    .map(([, code = '']) => code.replace('add_to_flask(app', 'add_to_flask(shop'))
    .join('\n');

describe('the wheel, in an empty environment', () => {
  let folder: TemporaryFolder;
  let service: RunningService;
  let problem = '';
  const program = (name: string) => join(folder.path, 'env', 'bin', name);
  const run = (name: string, ...args: string[]) =>
    runPython(args, { cwd: folder.path, program: program(name) });

  beforeAll(async () => {
    folder = await temporaryFolder('wheel');
    service = await startService();
    const wheel = (await runPython(['build_wheel.py', folder.path])).stdout.trim();
    await runPython(['-m', 'venv', join(folder.path, 'env')]);
    await run('pip', 'install', '--no-index', join(folder.path, wheel));
    await run('pip', 'install', '--quiet', 'mypy', 'fastapi', 'uvicorn', 'flask').catch((error: Error) => {
      problem = `the package index cannot be reached: ${error.message.split('\n')[0]}`;
    });
  }, 300_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  beforeEach((context) => {
    needPython(context);
    if (problem !== '') context.skip(problem);
  });

  const check = (file: string, text: string) => {
    writeFileSync(join(folder.path, file), text);
    return run('mypy', '--strict', '--python-version', '3.10', file).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  };

  it('has types that mypy --strict accepts, and that find mistakes', async () => {
    expect(await check('app.py', app)).toBe('');
    const found = await check('mistake.py', mistake);
    expect(found).toContain('Value of type variable "C" of "on_chat"');
    expect(found).toContain('has no key "transcript"');
    expect(await check('readme.py', prelude + readmeCode())).toBe('');
    for (const name of ['fastapi', 'flask'])
      expect(await check(`${name}_app.py`, readFileSync(join(examples, name, 'app.py'), 'utf8'))).toBe('');
  }, 300_000);

  it('the sources pass mypy --strict', async () => {
    const args = ['--strict', '--python-version', '3.10', 'src', 'tests'];
    const { stdout } = await runPython(args, { cwd: clientFolder, program: program('mypy') });
    expect(stdout).toMatch(/^Success/);
  }, 300_000);

  it.each([
    ['fastapi', 'uvicorn', ['app:app', '--port'], ['One moment.', 'You said: hello.']],
    ['flask', 'flask', ['run', '--port'], ['You said: hello.']],
  ])('examples/%s answers and has at most 20 lines', async (name, command, args, sentences) => {
    const source = readFileSync(join(examples, name, 'app.py'), 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
    const port = await freePort();
    await using server = await startPython([...args, String(port)], {
      program: program(command),
      cwd: join(examples, name),
      env: { ENDPOINT_KEY: 'key-of-the-example' },
    });
    await expect.poll(() => server.complaints() + server.lines.join()).toMatch(/running on/i);
    const avatar = await operatorOf(service).avatar({
      name,
      endpointUrl: `http://127.0.0.1:${port}/avatar`,
      endpointKey: 'key-of-the-example',
    });
    const client = createLiveClient({ url: service.url, avatarId: Number(avatar) });
    const heard: string[] = [];
    client.on('sentence', ({ text }) => heard.push(text));
    await client.connect();
    client.sendMessage('hello');
    await expect.poll(() => heard).toEqual(sentences);
    await client.hangUp();
  });
});
