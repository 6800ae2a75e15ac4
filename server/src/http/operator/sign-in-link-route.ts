import { Type } from 'typebox';
import { operatorActor, recordAudit } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import type { SignIn } from '../../sign-in/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import type { Route } from '../route.ts';

const input = Type.Object(
  {
    email: Type.String(),
    reset_second_factor: Type.Optional(
      Type.Boolean({ description: 'Removes the second factor of a person who has lost it.' }),
    ),
  },
  { additionalProperties: false },
);

export function signInLinkRoute({ sql, signIn }: { sql: Sql; signIn: SignIn }): Route {
  const read = bodyReader(input);
  return {
    method: 'POST',
    path: '/operator/sign-in-links',
    access: { kind: 'operator' },
    document: {
      tag: 'Operator',
      summary: 'Create a link that signs a person in once, within a day',
      body: input,
      answers: { 201: { description: 'The link' }, 404: { description: 'Nobody has that address' } },
    },
    async handle(request, reply) {
      const { email, reset_second_factor: reset = false } = read(request);
      const { url, personId } = await signIn.flow.makeSignInLink(email, reset);
      const places = await sql<{ accountId: string }[]>`
        select account_id as "accountId" from members where person_id = ${personId}`;
      for (const { accountId } of places) {
        await recordAudit(sql, {
          accountId,
          actor: operatorActor,
          action: 'sign-in-link.create',
          target: { kind: 'person', id: personId, name: email },
          details: { resetSecondFactor: reset },
        });
      }
      return sendJson(reply, 201, { url, email });
    },
  };
}
