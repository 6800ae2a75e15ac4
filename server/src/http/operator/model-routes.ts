import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type AvatarModel, type Avatars, modelPath } from '../../avatars/index.ts';
import type { InSameTransaction } from '../../db/index.ts';
import { invalid } from '../../kernel/index.ts';
import { sendJson } from '../answers.ts';
import type { Route } from '../route.ts';
import { accountScope, avatarIdPart } from './request-parts.ts';

const path = '/operator/avatars/:id/model';
const access = { kind: 'operator' } as const;
const query = { account: Type.String({ description: 'Answer only for avatars of this account.' }) };

export const modelView = (avatarId: number, model: AvatarModel, baseUrl: string) => ({
  url: baseUrl + modelPath(avatarId, model),
  sha256: model.sha256,
  format: model.format,
  bytes: model.bytes,
  triangles: model.triangles,
});

export function modelRoutes({ avatars, baseUrl }: { avatars: Avatars; baseUrl: string }): Route[] {
  return [
    {
      method: 'PUT',
      path,
      access,
      streamsBody: true,
      document: {
        tag: 'Operator',
        summary: 'Give an avatar its own model',
        description:
          'The body is a self-contained GLB or VRM file. It replaces the model that the avatar has.',
        query,
        answers: {
          200: { description: 'The model' },
          400: { description: 'invalid: what is wrong with the file' },
          413: { description: 'too_large' },
        },
      },
      async handle(request, reply) {
        const id = avatarIdPart(request);
        const model = await putModel(avatars, request, id, accountScope(request));
        return sendJson(reply, 200, modelView(id, model, baseUrl));
      },
    },
    {
      method: 'DELETE',
      path,
      access,
      document: {
        tag: 'Operator',
        summary: 'Remove an avatar’s own model',
        query,
        answers: { 200: { description: 'Deleted' } },
      },
      async handle(request, reply) {
        const id = avatarIdPart(request);
        await avatars.models.remove(id, accountScope(request));
        return sendJson(reply, 200, { id: String(id), deleted: true });
      },
    },
  ];
}

/** Stores the model in the body of a request. */
export async function putModel(
  avatars: Avatars,
  request: FastifyRequest,
  id: number,
  accountId: string | undefined,
  also?: InSameTransaction<AvatarModel>,
): Promise<AvatarModel> {
  const body = bodyOf(request);
  try {
    return await avatars.models.put(id, piecesOf(body), accountId, also);
  } finally {
    // The rest of the upload is read: a client whose connection closes while it sends never sees the answer.
    body.resume();
  }
}

function bodyOf({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body;
  throw invalid('The body is empty: send a GLB or VRM file.');
}

async function* piecesOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw invalid('The upload broke off before its end.');
  }
}
