import {
  type Avatar,
  avatarIn,
  languagesOf,
  modelPath,
  portraitPath,
  publicHearing,
} from '../../avatars/index.ts';
import { turnModelPath } from '../../hearing/index.ts';
import type { TokenChecker } from '../../live/index.ts';
import { publicVoice } from '../../speech/index.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { sendJson } from '../answers/answers.ts';
import type { Route } from '../route.ts';
import { allowAnyPage } from './cors.ts';
import documents from './documents.json' with { type: 'json' };
import { type EmbeddingNotes, isFromOtherPage } from './embedding.ts';
import { type AvatarFinding, findAvatar } from './find-avatar.ts';
import { refusalOf } from './private-avatar.ts';

/** Tells a page what to show before a session. It checks the token of a private avatar without consuming it. */
export function avatarInfoRoute(
  deps: AvatarFinding & {
    readonly checkToken: TokenChecker;
    readonly accounts: EmbeddingNotes;
    turnModel(): string | null;
  },
): Route {
  return {
    method: 'GET',
    path: '/client/avatars/:id',
    access: { kind: 'open' },
    document: documents['GET /client/avatars/:id'],
    async handle(request, reply) {
      const avatar = await findAvatar(deps, request);
      if (isFromOtherPage(request)) deps.accounts.noteEmbedding(avatar.accountId);
      const refusal = await refusalOf(deps.checkToken, avatar, bearerToken(request));
      const settings = refusal === null ? shown(avatar, deps.turnModel() !== null) : hidden(avatar);
      return sendJson(allowAnyPage(reply), 200, { ...settings, refusal });
    },
  };
}

const shown = (avatar: Avatar, hasTurnModel: boolean) => ({
  id: String(avatar.id),
  private: avatar.private,
  name: avatar.name,
  look: avatar.look,
  model: modelAddress(avatar),
  portrait: portraitAddress(avatar),
  voice: publicVoice(avatar.voice),
  hearing: hearingView(avatar, hasTurnModel),
  embedOrigins: avatar.embedOrigins,
  askForRating: avatar.askForRating,
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
  voice: null,
  hearing: null,
  embedOrigins: null,
  askForRating: null,
  languages: null,
});

/** How a page hears its visitor. */
export const hearingView = (avatar: Avatar, hasTurnModel: boolean, language: string = avatar.language) => ({
  ...publicHearing(avatarIn(avatar, language).hearing),
  /** The recognisers of the avatar's languages, for a language that is chosen during a call. */
  recognisers: Object.fromEntries(
    languagesOf(avatar).map((language) => [language, avatarIn(avatar, language).hearing.recogniser]),
  ),
  patience: avatar.patience,
  turnModel: hasTurnModel ? turnModelPath : null,
});

export const modelAddress = ({ id, model }: Avatar): string | null =>
  model === null ? null : modelPath(id, model);

export const portraitAddress = ({ id, portrait }: Avatar): string | null =>
  portrait === null ? null : portraitPath(id, portrait);
