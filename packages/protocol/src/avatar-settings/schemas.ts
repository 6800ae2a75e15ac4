import { type TSchema, type TUnsafe, Type } from 'typebox';
import { pronunciationList } from '../pronunciations/schema.ts';
import {
  type PlainSettings,
  plainSettingEntries,
  type SecretMarks,
  type SecretSettings,
  secretMark,
  secretSettingEntries,
} from './entries.ts';
import type { AvatarSetting, CustomSetting } from './setting.ts';
import { settingText } from './texts.ts';

type SimpleSetting = Exclude<AvatarSetting, CustomSetting>;
type SchemasOf<Values> = { readonly [N in keyof Values]: TUnsafe<Values[N]> };

const nullable = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });

/** Only the shape. The service checks the limits, and its refusals say what to change. */
export function settingSchema(setting: SimpleSetting): TSchema {
  const description = settingText(setting, 'null');
  switch (setting.kind) {
    case 'name':
    case 'text':
      return Type.String({ description });
    case 'switch':
      return Type.Boolean({ description });
    case 'integer':
      return setting.off?.value === null
        ? nullable(Type.Integer(), description)
        : Type.Integer({ description });
    case 'choice':
      return Type.Union(
        setting.options.map(({ value }) => Type.Literal(value)),
        { description },
      );
    case 'address':
    case 'webhook':
      return nullable(Type.String(), description);
    case 'secret':
      return nullable(Type.String(), `${description} It is never shown; null removes it.`);
    case 'origins':
      return Type.Array(Type.String(), { description });
    case 'pronunciations':
      return Type.Unsafe({ ...pronunciationList, description });
  }
}

export const plainSettingSchemas = Object.fromEntries(
  plainSettingEntries.map(({ name, setting }) => [name, settingSchema(setting)]),
) as unknown as SchemasOf<PlainSettings>;

export const secretSettingSchemas = Object.fromEntries(
  secretSettingEntries.map(({ name, setting }) => [name, settingSchema(setting)]),
) as unknown as SchemasOf<SecretSettings>;

/** Whether there is a secret. The secret itself is never returned. */
export const secretMarkSchemas = Object.fromEntries(
  secretSettingEntries.map(({ name }) => [secretMark(name), Type.Boolean()]),
) as unknown as SchemasOf<SecretMarks>;
