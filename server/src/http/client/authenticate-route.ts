import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { avatarIn, publicSettings } from '../../avatars/index.ts';
import type { RateLimits, RateRule } from '../../bus/index.ts';
import { parseAvatarId } from '../../kernel/index.ts';
import { type Joined, type JoinInput, JoinRefusal, joinRefusals } from '../../live/index.ts';
import { containsPartnerToken } from '../../oauth/index.ts';
import { publicVoice } from '../../speech/index.ts';
import type { Tracer } from '../../tracing/index.ts';
import { sourceBucket } from '../access/source-address.ts';
import { sendJson, sendWordError } from '../answers/answers.ts';
import { pageBodyReader } from '../bodies/body-reader.ts';
import type { Route } from '../route.ts';
import { startRequestSpan } from '../server/request-span.ts';
import { type HearingParts, hearingView, modelAddress, portraitAddress } from './avatar-info-route.ts';
import { allowAnyPage, isSameHost } from './cors.ts';
import documents from './documents.json' with { type: 'json' };

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
const input = Type.Object({
  avatarId: Type.Union([Type.String(), Type.Integer()], { description: 'The avatar’s id.' }),
  token: text(8_192, 'A token from generate-token; private avatars need one.'),
  userId: text(256, 'The page’s own name for the user: a claim, not a proof.'),
  userName: text(256, 'What to call the user; Guest where left out.'),
  customString: text(16_384, 'Passed on to the endpoint at LOGIN.'),
  accessToken: text(16_384, 'Passed on to the endpoint at LOGIN.'),
  locale: text(64, 'Such as en-US.'),
  languages: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      description: 'The languages that the visitor prefers, best first, after `locale`. At most 32 count.',
    }),
  ),
  visitor: text(256, 'The secret that a session before gave to this browser.'),
});

const partnerToken =
  'accessToken is a token of a partner. It must stay on the partner’s server and never reach a browser.';

/** Opens a session for a page. Error codes are words. */
export function authenticateRoute(
  deps: {
    join(input: JoinInput): Promise<Joined>;
    limits: RateLimits;
    joinRule: RateRule;
    tracer: Tracer | null;
  } & HearingParts,
): Route {
  const read = pageBodyReader(input);
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await deps.limits.take(`join:${sourceBucket(request.ip)}`, deps.joinRule))) {
      throw new JoinRefusal('too_many_requests');
    }
    const { avatarId: given, ...rest } = read(request);
    if (containsPartnerToken(rest.accessToken ?? '')) throw new JoinRefusal('invalid', partnerToken);
    const avatarId = parseAvatarId(String(given));
    if (avatarId === null) throw new JoinRefusal('unknown_avatar');
    const { origin, host } = request.headers;
    const from = origin === undefined ? {} : { origin, fromOwnPage: isSameHost(origin, host) };
    const span = startRequestSpan(deps.tracer, request, reply, { fromVisitor: true });
    const trace = span === null ? {} : { traceparent: span.traceparent };
    const joined = await deps.join({ avatarId, ...rest, ...from, ...trace });
    span?.note({ sessionId: joined.sessionId, avatarId });
    return sendJson(reply, 200, joinedView(joined, deps));
  };
  return {
    method: 'POST',
    path: '/client/authenticate',
    access: { kind: 'open' },
    document: { ...documents['POST /client/authenticate'], body: input },
    handle: (request, reply) =>
      handle(request, allowAnyPage(reply)).catch((error: unknown) => {
        if (!(error instanceof JoinRefusal)) throw error;
        return sendWordError(reply, joinRefusals[error.code].status, error.code, error.message);
      }),
  };
}

function joinedView({ sessionId, ticket, resume, visitor, user, ...joined }: Joined, parts: HearingParts) {
  const { language } = joined;
  const avatar = avatarIn(joined.avatar, language);
  const { id, look, voice } = avatar;
  return {
    sessionId,
    ticket,
    resume,
    visitor,
    user,
    avatar: {
      id: String(id),
      ...publicSettings(avatar),
      language,
      look,
      model: modelAddress(avatar),
      portrait: portraitAddress(avatar),
      voice: publicVoice(voice),
      hearing: hearingView(joined.avatar, parts, language),
    },
  };
}
