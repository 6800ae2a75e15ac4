import { Tabs } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId, useIsOwner } from '../../api/me.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { SaveBar } from '../../components/editing/SaveBar.tsx';
import { notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';
import { AdvancedTab } from './AdvancedTab.tsx';
import { tabOfSetting } from './avatar-form.ts';
import { type AvatarTab, avatarTabs } from './avatar-tabs.ts';
import { BrainTab } from './brain/BrainTab.tsx';
import { EndpointTestPanel } from './brain/EndpointTestPanel.tsx';
import { DeleteAvatar } from './DeleteAvatar.tsx';
import { EmbedTab } from './embed/EmbedTab.tsx';
import { GeneralTab } from './GeneralTab.tsx';
import classes from './tabs.module.css';
import { useAvatarForm } from './use-avatar-form.ts';

const text = strings.avatar;

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
  const { form, save, problem, conflict, isSaving } = useAvatarForm(avatar, {
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
      <form onSubmit={form.onSubmit(save)}>
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
          busy={isSaving}
          error={problem.error}
          onUndo={form.reset}
          keepsAt={(pathname) => pathname.startsWith(`/${account}/avatars/${avatar.id}/`)}
        />
      </form>
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
