import {
  accountChange,
  avatarChange,
  newApiKey,
  newInvitation,
  newWebhook,
} from '@parley/protocol/management';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { UsageError } from '../command.ts';
import { faultsOf } from '../yaml/file-faults.ts';
import { type FilePlaces, formatYaml } from '../yaml/yaml-file.ts';

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
export const formatSetup = (setup: SetupFile): string => formatYaml(heading, setup);

/** The library stops after eight errors. A file may have more mistakes. */
const maxErrors = 500;
const compiled = Compile(setupFile);

/** Refuses content that a set-up cannot have, with all its faults. The service checks the values. */
export function checkSetup(content: unknown, { name, lineOf }: FilePlaces): SetupFile {
  if (compiled.Check(content)) return mustNameMembersOnce(content, name);
  const { maxErrors: usual } = Settings.Get();
  Settings.Set({ maxErrors });
  const faults = faultsOf(setupFile, compiled.Errors(content));
  Settings.Set({ maxErrors: usual });
  const lines = faults.map(({ path, problem }) => {
    const line = lineOf(path);
    return { line: line ?? 0, text: `${name}${lineText(line)}: ${pathText(content, path)}${problem}` };
  });
  throw new UsageError(
    lines
      .toSorted((a, b) => a.line - b.line)
      .map(({ text }) => text)
      .join('\n'),
  );
}

export const lineText = (line: number | null): string => (line === null ? '' : `, line ${line}`);

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
