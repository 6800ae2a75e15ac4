import type { LimitStep } from '../linked/link.ts';

/** What a worker asks the hub for. Each request has an answer with its number. */
export type HubRequest = { readonly kind: 'hub'; readonly number: number } & (
  | { readonly ask: 'publish'; readonly channel: string; readonly message: string }
  | { readonly ask: 'subscribe'; readonly channel: string }
  | { readonly ask: 'limit'; readonly key: string; readonly step: LimitStep }
);

/** What the hub sends to a worker. */
export type HubMessage =
  | { readonly kind: 'hub-answer'; readonly number: number; readonly value: number | boolean }
  | { readonly kind: 'hub-message'; readonly channel: string; readonly message: string };

/** One end of the channel between the parent process and a worker. Other messages may pass on it, too. */
export type WorkerChannel = {
  /** A message on a closed channel is lost. */
  send(message: HubRequest | HubMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
};

export const isHubRequest = (message: unknown): message is HubRequest => kindOf(message) === 'hub';
export const isHubMessage = (message: unknown): message is HubMessage =>
  kindOf(message) === 'hub-answer' || kindOf(message) === 'hub-message';

const kindOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
