import { appearanceTopics } from './appearance.ts';
import { endpointTopics } from './endpoint.ts';
import { integrationTopics } from './integration.ts';
import { productTopics } from './product.ts';
import { runningTopics } from './running.ts';
import { showTopics } from './shows.ts';
import { smallTalkTopics } from './small-talk.ts';
import type { Topics } from './topic.ts';

export const topics: Topics = {
  ...productTopics,
  ...appearanceTopics,
  ...endpointTopics,
  ...integrationTopics,
  ...runningTopics,
  ...showTopics,
  ...smallTalkTopics,
};

export { callbackMessage } from './shows.ts';
export { comma, type Topic, type Visitor } from './topic.ts';
