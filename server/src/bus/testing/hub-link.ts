import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Hub } from '../workers/hub.ts';
import type { WorkerChannel } from '../workers/worker-channel.ts';
import { WorkerLink } from '../workers/worker-link.ts';

/** The link of a worker in this process to a hub. */
export const hubLink = (hub: Hub): { readonly link: WorkerLink; close(): Promise<void> } => {
  const { port1, port2 } = new MessageChannel();
  hub.add(channelOf(port1));
  const closed = once(port1, 'close');
  return {
    link: new WorkerLink(channelOf(port2)),
    async close() {
      port2.close();
      await closed;
    },
  };
};

const channelOf = (port: MessagePort): WorkerChannel => ({
  send: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  onClose: (listener) => void port.once('close', listener),
});
