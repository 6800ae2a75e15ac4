import type { Readers } from '../../testing/hostile-text/index.ts';
import { DemoConversation } from '../conversation.ts';

export const demoReaders: Readers = {
  'the demo': (text) => new DemoConversation().answer(text, text),
};
