import type { Avatar } from '@parley/protocol/management';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { EditConflict } from '../../components/EditConflict.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { SaveBar } from '../../components/SaveBar.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { DeleteAvatar } from './DeleteAvatar.tsx';
import { PrivacyChoice } from './PrivacyChoice.tsx';
import { SettingSection } from './SettingSection.tsx';
import { settingChange, settingValues } from './setting-values.ts';
import classes from './tabs.module.css';
import { useSettings } from './use-settings.ts';

export function AdvancedTab({ avatar }: { avatar: Avatar }) {
  const isOwner = useIsOwner();
  const account = useAccountId();
  const { form, submit, error, conflict, isSaving } = useSettings(avatar, settingValues, settingChange);
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
      <form onSubmit={submit}>
        <EditConflict conflict={conflict} />
        {error === null ? null : <ErrorAlert error={error} />}
        <SettingSection name="privacy" avatar={avatar} form={form} own={{ private: privacy }} />
        <SettingSection name="limits" avatar={avatar} form={form} />
        <SettingSection name="events" avatar={avatar} form={form} actions={manageWebhooks} />
        <SaveBar dirty={form.isDirty()} busy={isSaving} onUndo={form.reset} />
      </form>
      {isOwner ? (
        <div className={classes.below}>
          <DeleteAvatar avatar={avatar} />
        </div>
      ) : null}
    </>
  );
}
