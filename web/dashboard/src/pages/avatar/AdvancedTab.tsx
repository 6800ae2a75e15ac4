import type { Avatar } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { PrivacyChoice } from './settings/PrivacyChoice.tsx';
import { SettingSection } from './settings/SettingSection.tsx';
import type { AvatarForm } from './use-avatar-form.ts';

export function AdvancedTab({ avatar, form }: { avatar: Avatar; form: AvatarForm }) {
  const account = useAccountId();
  const privacy = (
    <PrivacyChoice
      isPrivate={form.values.private}
      onChange={(isPrivate) => form.setFieldValue('private', isPrivate)}
    />
  );
  const manageWebhooks = (
    <TextLink to="/$account/webhooks" params={{ account }} size="sm">
      {strings.avatar.advanced.manageWebhooks}
    </TextLink>
  );
  return (
    <>
      <SettingSection name="privacy" avatar={avatar} form={form} own={{ private: privacy }} />
      <SettingSection name="limits" avatar={avatar} form={form} />
      <SettingSection name="events" avatar={avatar} form={form} actions={manageWebhooks} />
    </>
  );
}
