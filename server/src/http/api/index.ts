export { disconnectSessionRoute } from './disconnect-session.ts';
export { eventFeedRoute } from './event-feed.ts';
export { generateTokenRoute } from './generate-token.ts';
export { listAvatarsRoute } from './list-avatars.ts';
export { querySessionRoute } from './query-session.ts';
