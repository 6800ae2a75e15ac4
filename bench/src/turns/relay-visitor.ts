import type { WebSocket } from 'ws';
import { replyTimes } from '../../../server/src/testing/load/reply-times.ts';
import {
  createVisitor,
  type OnFault,
  question,
  type Visitor,
} from '../../../server/src/testing/load/visitor.ts';

/** A client of the relay: a frame is the text of a message or of a reply. */
export const createRelayVisitor = (socket: WebSocket, onFault: OnFault): Visitor =>
  createVisitor({
    socket,
    onFault,
    sendQuestion: () => socket.send(question),
    take(text, sentAt, receivedAt) {
      const { arrivedAt, leftAt } = replyTimes(text);
      return arrivedAt - sentAt + (receivedAt - leftAt);
    },
  });
