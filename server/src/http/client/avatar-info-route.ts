import type { FastifyRequest } from 'fastify';
import { type Avatar, type Avatars, modelPath, publicHearing } from '../../avatars/index.ts';
import type { TokenChecker } from '../../live/index.ts';
import { publicVoice } from '../../speech/index.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { sendJson } from '../answers.ts';
import type { Route } from '../route.ts';
import { allowAnyPage } from './cors.ts';
import { type EmbeddingNotes, isFromOtherPage } from './embedding.ts';
import { findAvatar } from './find-avatar.ts';

/** Tells a page what to show before a session. It checks the token of a private avatar without consuming it. */
export function avatarInfoRoute(deps: {
  avatars: Pick<Avatars, 'withSecrets'>;
  checkToken: TokenChecker;
  accounts: EmbeddingNotes;
}): Route {
  const mayKnowAll = async (avatar: Avatar, request: FastifyRequest): Promise<boolean> => {
    if (!avatar.private) return true;
    const token = bearerToken(request);
    if (token === undefined) return false;
    return (await deps.checkToken(token, avatar.id, avatar.accountId)).ok;
  };
  return {
    method: 'GET',
    path: '/client/avatars/:id',
    access: { kind: 'open' },
    document: {
      tag: 'Visitor’s client',
      summary: 'What a page may know of an avatar before a session is opened',
      description:
        'Name and model of a private avatar are null, unless a valid token for it is sent as "Authorization: Bearer …"; the token is not used up by that.',
      answers: {
        200: { description: 'Its name, look, own model, voice provider and hearing' },
        404: { description: 'not_found' },
      },
    },
    async handle(request, reply) {
      const avatar = await findAvatar(deps.avatars, request);
      if (isFromOtherPage(request)) deps.accounts.noteEmbedding(avatar.accountId);
      const isKnown = await mayKnowAll(avatar, request);
      return sendJson(allowAnyPage(reply), 200, {
        id: String(avatar.id),
        name: isKnown ? avatar.name : null,
        private: avatar.private,
        look: avatar.look,
        model: isKnown ? modelAddress(avatar) : null,
        voice: publicVoice(avatar.voice),
        hearing: publicHearing(avatar.hearing),
        embedOrigins: avatar.embedOrigins,
        askForRating: avatar.askForRating,
      });
    },
  };
}

export const modelAddress = ({ id, model }: Avatar): string | null =>
  model === null ? null : modelPath(id, model);
