import {
  accountChange,
  avatarChangeFields,
  type NewAvatar,
  newApiKey,
  newInvitation,
  newWebhook,
} from '@parley/protocol/management';
import { type Static, Type } from 'typebox';
import { UsageError } from '../command.ts';
import { fileCheck } from '../yaml/check-file.ts';
import { type FileLines, formatYaml } from '../yaml/yaml-file.ts';

const strict = { additionalProperties: false } as const;

/** Refers to a thing of the account. Without `nth` it is the first one of this name. */
const reference = Type.Union([
  Type.String(),
  Type.Object({ name: Type.String(), nth: Type.Integer({ minimum: 1 }) }, strict),
]);
export type Reference = Static<typeof reference>;

const { webhookId: _, ...avatarSettings } = avatarChangeFields;
export type AvatarEntry = Omit<NewAvatar, 'webhookId'> & { webhook?: Reference | null };
const avatar = Type.Unsafe<AvatarEntry>(
  Type.Object(
    { ...avatarSettings, name: Type.String(), webhook: Type.Optional(Type.Union([reference, Type.Null()])) },
    strict,
  ),
);

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
          quickReplies: accountChange.properties.quickReplies,
          takeoverSilence: Type.Optional(Type.Integer()),
          personMailAfter: Type.Optional(Type.Integer()),
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

const readSetup = fileCheck(setupFile);

/** Refuses content that a set-up cannot have, with all its faults. The service checks the values. */
export const checkSetup = (content: unknown, places: FileLines): SetupFile =>
  mustNameMembersOnce(readSetup(content, places), places.name);

/** Otherwise the order would decide which of two roles is meant. */
function mustNameMembersOnce(setup: SetupFile, fileName: string): SetupFile {
  const emails = (setup.members ?? []).map(({ email }) => email.trim().toLowerCase());
  const twice = emails.find((email, index) => emails.indexOf(email) < index);
  if (twice === undefined) return setup;
  throw new UsageError(`${fileName}: members: ${twice} is listed more than once.`);
}
