import type { LiveClient } from '@parley/client';
import type { Printer } from './printer.ts';

/** Prints everything that the service sends until the conversation ends. */
export function follow(client: LiveClient, printer: Printer): void {
  let said: string[] = [];
  const finish = (interrupted: boolean) => {
    if (said.length > 0) printer.said(said.join(' '), interrupted);
    said = [];
  };
  client.on('connection', (change) => {
    if (change.state === 'connected') printer.service('connected', { resumed: change.resumed });
    if (change.state === 'disconnected') printer.service('disconnected', { reason: change.reason });
  });
  client.on('status', ({ status }) => printer.service('status', { status }));
  client.on('sentence', ({ text }) => {
    if (text === '') return;
    said.push(text);
    printer.sentence(text);
  });
  client.on('utterance-end', () => finish(false));
  client.on('interrupted', ({ by }) => {
    // After a drop the avatar repeats the utterance.
    if (by === 'drop' && client.state !== 'terminated') said = [];
    else finish(true);
  });
  client.on('tag', (tag) => printer.tag(tag));
  client.on('person', ({ answering }) => {
    // A lost connection is printed as such.
    if (answering || client.state === 'connected') printer.service('person', { answering });
  });
  client.on('event', ({ name, details }) => printer.service(name, { details }));
  client.on('error', ({ code, message }) => printer.service('error', { code, message }));
  client.on('warning', ({ code, message }) => printer.service('warning', { code, message }));
  client.on('end', ({ reason }) => {
    // Without a session, there is no end to print.
    if (client.sessionId !== null) printer.service('end', { reason });
  });
}
