import {
  accountChange,
  avatarChange,
  newApiKey,
  newInvitation,
  newWebhook,
} from '@parley/protocol/management';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Document, LineCounter, parseDocument, visit } from 'yaml';
import { faultOf } from '../../kernel/index.ts';
import { UsageError } from '../command.ts';

const strict = { additionalProperties: false } as const;

/** Refers to a thing of the account. Without `nth` it is the first one of this name. */
const reference = Type.Union([
  Type.String(),
  Type.Object({ name: Type.String(), nth: Type.Integer({ minimum: 1 }) }, strict),
]);
export type Reference = Static<typeof reference>;

const { webhookId: _, ...avatarSettings } = avatarChange.properties;
const avatar = Type.Object(
  { ...avatarSettings, name: Type.String(), webhook: Type.Optional(Type.Union([reference, Type.Null()])) },
  strict,
);
export type AvatarEntry = Static<typeof avatar>;

export type WebhookEntry = Static<typeof newWebhook>;

const { avatarIds: __, ...keySettings } = newApiKey.properties;
const key = Type.Object({ ...keySettings, avatars: Type.Optional(Type.Array(reference)) }, strict);
export type KeyEntry = Static<typeof key>;
export type MemberEntry = Static<typeof newInvitation>;

const setupFile = Type.Object(
  {
    account: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String()),
          retentionDays: Type.Optional(Type.Integer()),
          pronunciations: accountChange.properties.pronunciations,
        },
        strict,
      ),
    ),
    webhooks: Type.Optional(Type.Array(newWebhook)),
    avatars: Type.Optional(Type.Array(avatar)),
    keys: Type.Optional(Type.Array(key)),
    members: Type.Optional(Type.Array(newInvitation)),
  },
  strict,
);
/** The set-up of one account. What it does not mention stays as it is. */
export type SetupFile = Static<typeof setupFile>;

const heading = '# The set-up of a Parley account. "parley apply" brings an account to this state.\n';

export function formatSetup(setup: SetupFile): string {
  const document = new Document(setup, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && !isTidy(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return (
    heading + document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
  );
}

/** Other texts are quoted: written as a block, some of them would lose their blanks when read back. */
const isTidy = (text: string): boolean =>
  !text.startsWith('\n') &&
  text.split('\n').every((line) => line === line.trim() && !/[\p{Cc}\u2028\u2029\ufeff]/u.test(line));

/** Reads YAML. The content is checked later, when the placeholders are filled in. */
export function parseYaml(text: string, fileName: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new UsageError(`${fileName}, line ${line}, column ${col}: ${fault.message}`);
  }
  try {
    const content: unknown = document.toJS() ?? {};
    // An alias of a list or a map that contains itself would never end.
    JSON.stringify(content);
    return content;
  } catch {
    throw new UsageError(`${fileName}: an alias contains itself, or the aliases are too large.`);
  }
}

/** Refuses content that a set-up cannot have. The service checks the values. */
export function checkSetup(content: unknown, fileName: string): SetupFile {
  const compiled = Compile(setupFile);
  if (compiled.Check(content)) return mustNameMembersOnce(content, fileName);
  const { path, reason, isUnknownField } = faultOf(compiled.Errors(content));
  const problem = isUnknownField ? 'there is no such setting' : reason;
  throw new UsageError(`${fileName}: ${pathText(content, path)}${problem}.`);
}

/** Otherwise the order would decide which of two roles is meant. */
function mustNameMembersOnce(setup: SetupFile, fileName: string): SetupFile {
  const emails = (setup.members ?? []).map(({ email }) => email.trim().toLowerCase());
  const twice = emails.find((email, index) => emails.indexOf(email) < index);
  if (twice === undefined) return setup;
  throw new UsageError(`${fileName}: members: ${twice} is listed more than once.`);
}

/** `/avatars/0/greeting` → `avatars, Sales, greeting: `. */
function pathText(content: unknown, path: string): string {
  const words: string[] = [];
  let value = content;
  for (const part of path.split('/').slice(1)) {
    value = (value as Record<string, unknown> | undefined)?.[part];
    const { name } = (value ?? {}) as { name?: unknown };
    words.push(/^\d+$/.test(part) ? (typeof name === 'string' ? name : `number ${Number(part) + 1}`) : part);
  }
  return words.length === 0 ? '' : `${words.join(', ')}: `;
}
