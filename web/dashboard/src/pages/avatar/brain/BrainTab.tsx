import type { Avatar } from '@parley/protocol/management';
import { SettingSection } from '../settings/SettingSection.tsx';
import type { AvatarForm } from '../use-avatar-form.ts';

export function BrainTab({ avatar, form }: { avatar: Avatar; form: AvatarForm }) {
  return (
    <>
      <SettingSection name="brain" avatar={avatar} form={form} />
      <SettingSection name={form.values.brain} avatar={avatar} form={form} />
      <SettingSection name="timing" avatar={avatar} form={form} />
    </>
  );
}
