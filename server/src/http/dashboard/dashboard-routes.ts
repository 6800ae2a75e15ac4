import { type ManagementCallName, managementCalls } from '@parley/protocol/management';
import { recordAudit } from '../../audit/index.ts';
import type { Sql } from '../../db/index.ts';
import { sendJson } from '../answers.ts';
import { bodyReader } from '../body-reader.ts';
import { pathPart } from '../operator/request-parts.ts';
import type { Route } from '../route.ts';
import type { CallContext, Handlers } from './call-context.ts';
import { callInputs } from './call-inputs.ts';
import { callerOf } from './guard.ts';
import { queryReader } from './query-reader.ts';

const names = Object.keys(managementCalls) as ManagementCallName[];
const maxBodyBytes = 256 * 1024;

/** A route for each call of the dashboard. */
export function dashboardRoutes(sql: Sql, handlers: Handlers): Route[] {
  return names.map((name) => routeOf(sql, name, handlers[name] as (context: CallContext<never>) => unknown));
}

function routeOf(
  sql: Sql,
  name: ManagementCallName,
  handler: (context: CallContext<never>) => unknown,
): Route {
  const { method, path, who } = managementCalls[name];
  const inputs = callInputs[name];
  const readBody = inputs?.body === undefined ? null : bodyReader(inputs.body);
  const readQuery = queryReader(inputs?.query ?? {});
  return {
    method,
    path,
    access: { kind: 'dashboard', who },
    ...(name === 'avatars.putModel' ? { streamsBody: true as const } : { maxBodyBytes }),
    document: null,
    async handle(request, reply) {
      const { signInRequest, signed, account } = callerOf(request);
      const query = readQuery(request);
      const context = {
        request,
        reply,
        signInRequest,
        signed,
        accountId: account?.id ?? '',
        role: account?.role ?? 'member',
        query,
        body: readBody === null ? {} : readBody(request),
        part: (part: string) => pathPart(request, part),
        setCookies(cookies: readonly string[]) {
          for (const cookie of cookies) reply.header('set-cookie', cookie);
        },
        audit: (...[target, details]: Parameters<CallContext<never>['audit']>) =>
          context.auditIn(sql, target, details),
        async auditIn(...[tx, target, details = {}]: Parameters<CallContext<never>['auditIn']>) {
          const actor = {
            personId: signed?.person.id ?? null,
            who: signed?.person.email ?? 'somebody',
            address: signInRequest.address,
          };
          await recordAudit(tx, {
            accountId: account?.id ?? null,
            actor,
            action: name,
            details,
            ...(target === null ? {} : { target }),
          });
        },
      };
      const answer = await handler(context as unknown as CallContext<never>);
      return answer === reply ? reply : sendJson(reply, 200, answer);
    },
  };
}
