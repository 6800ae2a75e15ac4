export { enqueue, enqueueAll } from './enqueue.ts';
export { type EventSource, makeEvent, type StoredEvent } from './event.ts';
