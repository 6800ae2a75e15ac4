import {
  type Call,
  type CallAccess,
  type CallName,
  type FileAnswer,
  managementError,
} from '@parley/protocol/management';
import type { TSchema } from 'typebox';
import type { Answer, RouteDocument } from '../route.ts';
import tagsByNoun from './tags.json' with { type: 'json' };

const tags: Readonly<Record<NounOf<CallName>, string>> = tagsByNoun;

type NounOf<N extends string> = N extends `${infer Noun}.${string}` ? Noun : never;

const refused: Answer = {
  description: 'invalid or bad_request: `field` names the input that is missing or wrong',
  schema: managementError,
};

/** Describes a call for the reference page and `/openapi.json`. */
export function documentOf(
  name: CallName,
  call: Call,
  query: Readonly<Record<string, TSchema>>,
): RouteDocument {
  const [noun = ''] = name.split('.');
  return {
    tag: tags[noun as NounOf<CallName>],
    summary: call.summary,
    description: descriptionOf(call),
    query,
    ...(call.body === undefined || isFile(call.body) ? {} : { body: call.body }),
    answers: answersOf(call),
  };
}

/** A dry run of a creation changes nothing and is answered 200. */
function answersOf({ kind, answer }: Call): Record<number, Answer> {
  const made = answerOf(answer);
  if (kind !== 'create') return { 200: made, 400: refused };
  return {
    200: { ...made, description: 'A dry run: what would be created' },
    201: { ...made, description: 'Created' },
    400: refused,
  };
}

export const isFile = (shape: TSchema | FileAnswer): shape is FileAnswer => 'file' in shape;

const answerOf = (shape: TSchema | FileAnswer): Answer =>
  isFile(shape)
    ? { description: `A file: ${shape.file.join(', ')}` }
    : { description: 'Done', schema: shape };

function descriptionOf({ access, kind }: Call): string {
  const who = whoMayCall(access);
  if (kind === 'create') return `${who} Takes an Idempotency-Key and dryRun.`;
  return kind === 'change' ? `${who} Takes dryRun.` : who;
}

/** Describes in a sentence who may make a call. */
export function whoMayCall(access: CallAccess): string {
  switch (access.kind) {
    case 'anyone':
      return 'Open to everyone.';
    case 'person':
      return 'For a person who is signed in.';
    case 'key':
      return 'For a management key, about itself.';
    case 'operator':
      return 'For the operator.';
    case 'account': {
      const people = access.role === 'owner' ? 'Owners of the account' : 'Members of the account';
      const answering = access.answers ? ' who may answer visitors' : '';
      const keys = access.scope === null ? '' : `, management keys with \`${access.scope}\``;
      const operators = access.operators ? ', operators' : '';
      return `${people}${answering}${keys}${operators}, and the operator’s token.`;
    }
  }
}
