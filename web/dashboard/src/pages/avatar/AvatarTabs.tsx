import { Radio, Tabs } from '@mantine/core';
import { avatarSettings } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { useIsOwner } from '../../api/me.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { SaveBar } from '../../components/editing/SaveBar.tsx';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { RadioCard } from '../../components/forms/RadioCard.tsx';
import { notifySuccess } from '../../components/page/notifications.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import { tabOfSetting } from './avatar-form.ts';
import { EndpointTestPanel } from './brain/EndpointTestPanel.tsx';
import { CompareTab } from './compare/CompareTab.tsx';
import { EmbedTab } from './embed/EmbedTab.tsx';
import { GeneralTab } from './GeneralTab.tsx';
import { SettingSection } from './settings/SettingSection.tsx';
import classes from './tabs.module.css';
import { type AvatarForm, useAvatarForm } from './use-avatar-form.ts';

const text = strings.avatar;
const avatarTabs = ['general', 'brain', 'compare', 'advanced', 'embed'] as const;
type AvatarTab = (typeof avatarTabs)[number];
export const isAvatarTab = (text: string): text is AvatarTab =>
  (avatarTabs as readonly string[]).includes(text);

/** The settings of an avatar are one form on several tabs. The input on one tab stays while another is open. */
export function AvatarTabs({ avatar, tab }: { avatar: Avatar; tab: AvatarTab }) {
  const account = useAccountId();
  const isOwner = useIsOwner();
  const navigate = useNavigate();
  const go = async (next: string | null) => {
    if (next !== null)
      await navigate({
        to: '/$account/avatars/$avatar/$tab',
        params: { account, avatar: avatar.id, tab: next },
      });
  };
  const { form, submit, error, conflict, isSending } = useAvatarForm(avatar, {
    reveal: (setting) => go(tabOfSetting(setting)),
    onSaved: () => notifySuccess(text.saved),
  });
  const { brain, endpointUrl, endpointKey } = form.values;
  return (
    <Tabs value={tab} onChange={(next) => void go(next)} keepMounted={false}>
      <Tabs.List mb="lg" aria-label={text.tabsLabel}>
        {avatarTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {text.tabs[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <form onSubmit={submit}>
        <EditConflict conflict={conflict} />
        <Tabs.Panel value="general">
          <GeneralTab avatar={avatar} form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="brain">
          <BrainTab avatar={avatar} form={form} />
        </Tabs.Panel>
        <Tabs.Panel value="advanced">
          <AdvancedTab avatar={avatar} form={form} />
        </Tabs.Panel>
        <SaveBar
          dirty={form.isDirty()}
          busy={isSending}
          error={error}
          onUndo={form.reset}
          keepsAt={(pathname) => pathname.startsWith(`/${account}/avatars/${avatar.id}/`)}
        />
      </form>
      <Tabs.Panel value="compare">
        <CompareTab avatar={avatar} />
      </Tabs.Panel>
      <Tabs.Panel value="embed">
        <EmbedTab avatar={avatar} />
      </Tabs.Panel>
      {tab === 'brain' && brain === 'endpoint' ? (
        <div className={classes.below}>
          <EndpointTestPanel avatar={avatar} url={endpointUrl} newKey={endpointKey} />
        </div>
      ) : null}
      {tab === 'advanced' && isOwner ? (
        <div className={classes.below}>
          <DeleteAvatar avatar={avatar} />
        </div>
      ) : null}
    </Tabs>
  );
}

type TabProps = { avatar: Avatar; form: AvatarForm };

function BrainTab({ avatar, form }: TabProps) {
  const { secondRole, secondBrain } = form.values;
  return (
    <>
      <SettingSection name="brain" avatar={avatar} form={form} />
      <SettingSection name={form.values.brain} avatar={avatar} form={form} />
      <SettingSection name="timing" avatar={avatar} form={form} />
      <SettingSection name="second" avatar={avatar} form={form} />
      {secondRole === 'off' ? null : (
        <SettingSection
          name={secondBrain === 'model' ? 'secondModel' : 'secondEndpoint'}
          avatar={avatar}
          form={form}
        />
      )}
      {secondRole === 'canary' ? <SettingSection name="canary" avatar={avatar} form={form} /> : null}
    </>
  );
}

function AdvancedTab({ avatar, form }: TabProps) {
  const account = useAccountId();
  const { label, meaning } = avatarSettings.private;
  // A switch in the table, here two cards.
  const privacy = (
    <Radio.Group
      aria-label={text.advanced.privacy}
      value={form.values.private ? 'private' : 'public'}
      onChange={(next) => form.setFieldValue('private', next === 'private')}
    >
      <div className={classes.pair}>
        <RadioCard value="public" title={text.advanced.public} text={text.advanced.publicText} />
        <RadioCard value="private" title={label} text={meaning} />
      </div>
    </Radio.Group>
  );
  const manageWebhooks = (
    <TextLink to="/$account/webhooks" params={{ account }} size="sm">
      {text.advanced.manageWebhooks}
    </TextLink>
  );
  return (
    <>
      <SettingSection name="privacy" avatar={avatar} form={form} own={{ private: privacy }} />
      <SettingSection name="people" avatar={avatar} form={form} />
      <SettingSection name="limits" avatar={avatar} form={form} />
      <SettingSection name="events" avatar={avatar} form={form} actions={manageWebhooks} />
    </>
  );
}

function DeleteAvatar({ avatar: { id, name } }: { avatar: Avatar }) {
  const account = useAccountId();
  const navigate = useNavigate();
  return (
    <DeletePanel
      call="avatars.delete"
      params={{ avatar: id }}
      invalidates={['avatars.list', 'account.get']}
      name={name}
      text={text.advanced}
      consequences={text.advanced.deleteText}
      onDeleted={() => void navigate({ to: '/$account/avatars', params: { account } })}
    />
  );
}
