export { authenticateRoute } from './authenticate-route.ts';
export { avatarInfoRoute } from './avatar-info-route.ts';
export { preflightRoute } from './cors.ts';
export { modelRoute, portraitRoute } from './file-routes.ts';
export { ratingRoute } from './rating-route.ts';
export { transcribeRoute } from './transcribe-route.ts';
export { transcriptRoute } from './transcript-route.ts';
