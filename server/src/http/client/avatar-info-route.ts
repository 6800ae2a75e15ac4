import { type Avatar, avatarIn, languagesOf, modelPath, portraitPath } from '../../avatars/index.ts';
import type { Sql } from '../../db/index.ts';
import { customRecogniserName, type HearingEngine, turnModelPath } from '../../hearing/index.ts';
import { bearerToken } from '../../kernel/index.ts';
import type { TokenChecker } from '../../live/index.ts';
import { publicVoice } from '../../speech/index.ts';
import { sourceBucket } from '../access/source-address.ts';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import { allowAnyPage } from './cors.ts';
import documents from './documents.json' with { type: 'json' };
import { type EmbeddingNotes, isFromOtherPage } from './embedding.ts';
import { type AvatarFinding, findAvatar } from './find-avatar.ts';
import { callRefusalOf } from './private-avatar.ts';

/** Tells a page what to show before a session. It checks the token of a private avatar without consuming it. */
export function avatarInfoRoute(
  deps: AvatarFinding & {
    readonly checkToken: TokenChecker;
    readonly sql: Sql;
    readonly accounts: EmbeddingNotes;
  } & HearingParts,
): Route {
  return {
    method: 'GET',
    path: '/client/avatars/:id',
    access: { kind: 'open' },
    document: documents['GET /client/avatars/:id'],
    async handle(request, reply) {
      const avatar = await findAvatar(deps, request);
      if (isFromOtherPage(request)) deps.accounts.noteEmbedding(avatar.accountId);
      const refusal = await callRefusalOf(deps, avatar, bearerToken(request), sourceBucket(request.ip));
      // A page that is reloaded during a call has a used token and shows the face.
      const isKnown = !avatar.private || refusal === null || refusal === 'token_used';
      const settings = isKnown ? shown(avatar, deps) : hidden(avatar);
      return sendJson(allowAnyPage(reply), 200, { ...settings, refusal });
    },
  };
}

const shown = (avatar: Avatar, parts: HearingParts) => ({
  id: String(avatar.id),
  private: avatar.private,
  name: avatar.name,
  look: avatar.look,
  model: modelAddress(avatar),
  portrait: portraitAddress(avatar),
  movement: avatar.movement,
  voice: publicVoice(avatar.voice),
  hearing: hearingView(avatar, parts),
  embedOrigins: avatar.embedOrigins,
  pushToTalk: avatar.pushToTalk,
  askForRating: avatar.askForRating,
  tellsWatching: avatar.tellsWatching,
  languages: languagesOf(avatar),
});

/** The fields of a private avatar for strangers: enough for a page to say that it is private. */
const hidden = ({ id }: Avatar): Record<keyof ReturnType<typeof shown>, unknown> => ({
  id: String(id),
  private: true,
  name: null,
  look: null,
  model: null,
  portrait: null,
  movement: null,
  voice: null,
  hearing: null,
  embedOrigins: null,
  pushToTalk: null,
  askForRating: null,
  tellsWatching: null,
  languages: null,
});

/** What pages are told about hearing depends on these. */
export type HearingParts = {
  turnModel(): string | null;
  readonly hearing: Pick<HearingEngine, 'problemWith'>;
};

/** How a page hears its visitor. */
export function hearingView(avatar: Avatar, parts: HearingParts, language: string = avatar.language) {
  const hearing = (language: string) => avatarIn(avatar, language).hearing;
  const recogniser = (language: string) => pageRecogniser(hearing(language).recogniser, parts);
  return {
    recogniser: recogniser(language),
    language: hearing(language).language,
    /** The recognisers of the avatar's languages, for a language that is chosen during a call. */
    recognisers: Object.fromEntries(languagesOf(avatar).map((other) => [other, recogniser(other)])),
    patience: avatar.patience,
    turnModel: parts.turnModel() === null ? null : turnModelPath,
  };
}

/** Pages need not know which own recogniser it is, only that it takes sound while the visitor speaks. */
function pageRecogniser(recogniser: string, { hearing }: HearingParts): string {
  if (customRecogniserName(recogniser) === null) return recogniser;
  return hearing.problemWith(recogniser) === null ? 'live' : 'browser';
}

export const modelAddress = ({ id, model }: Avatar): string | null =>
  model === null ? null : modelPath(id, model);

export const portraitAddress = ({ id, portrait }: Avatar): string | null =>
  portrait === null ? null : portraitPath(id, portrait);
