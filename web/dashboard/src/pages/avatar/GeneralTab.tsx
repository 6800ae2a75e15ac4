import { Input } from '@mantine/core';
import { nearestPreset } from '@parley/face';
import { avatarSettingSections as sections } from '@parley/protocol/avatar-settings';
import type { Avatar, AvatarChange, Look } from '@parley/protocol/management';
import { useState } from 'react';
import { EditConflict } from '../../components/EditConflict.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Panel } from '../../components/Panel.tsx';
import { SaveBar } from '../../components/SaveBar.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { HearingFields, type HearingValues, hearingForm, hearingWishOf } from './HearingFields.tsx';
import { LookPicker } from './LookPicker.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import { SettingSection } from './SettingSection.tsx';
import { type SettingValues, settingChange, settingValues } from './setting-values.ts';
import { TryVoice } from './TryVoice.tsx';
import classes from './tabs.module.css';
import { useSettings } from './use-settings.ts';
import { useTryVoice } from './use-try-voice.ts';
import { VoiceFields } from './VoiceFields.tsx';
import { heardVoice, type VoiceValues, voiceForm, voiceWishOf } from './voice-values.ts';

type Values = SettingValues & { look: Look; voice: VoiceValues; hearing: HearingValues };

const toForm = (avatar: Avatar): Values => ({
  ...settingValues(avatar),
  look: avatar.look,
  voice: voiceForm(avatar.voice),
  hearing: hearingForm(avatar.hearing),
});

const toChange = ({ look, voice, hearing, ...plain }: Partial<Values>): AvatarChange => ({
  ...settingChange(plain),
  ...(look === undefined ? {} : { look }),
  ...(voice === undefined ? {} : { voice: voiceWishOf(voice) }),
  ...(hearing === undefined ? {} : { hearing: hearingWishOf(hearing) }),
});

export function GeneralTab({ avatar }: { avatar: Avatar }) {
  const { form, submit, error, conflict, isSaving } = useSettings<Values>(avatar, toForm, toChange);
  const [face, setFace] = useState<ShownFace | null>(null);
  const { look, voice, greeting, hearing } = form.values;
  const trial = useTryVoice(avatar.id, face);
  const faceVoice = nearestPreset(look);
  return (
    <form onSubmit={submit}>
      <EditConflict conflict={conflict} />
      {error === null ? null : <ErrorAlert error={error} />}
      <div className={classes.two}>
        <div>
          <SettingSection name="basics" avatar={avatar} form={form} />
          <Panel title={sections.voice.title} lead={sections.voice.lead}>
            <VoiceFields
              value={voice}
              hasKey={avatar.voice.hasKey}
              faceVoice={faceVoice}
              trial={trial}
              onChange={(next) => form.setFieldValue('voice', () => next)}
            />
            {form.errors.voice ? <Input.Error mt="xs">{form.errors.voice}</Input.Error> : null}
            <TryVoice voice={heardVoice(voice, faceVoice)} greeting={greeting} trial={trial} />
          </Panel>
          <Panel title={sections.hearing.title} lead={sections.hearing.lead}>
            <HearingFields
              value={hearing}
              hasKey={avatar.hearing.server?.hasKey ?? false}
              onChange={(next) => form.setFieldValue('hearing', () => next)}
            />
            {form.errors.hearing ? <Input.Error mt="xs">{form.errors.hearing}</Input.Error> : null}
          </Panel>
        </div>
        <div>
          <Panel title={sections.look.title} lead={sections.look.lead}>
            <LookPicker
              value={look}
              model={avatar.model && new URL(avatar.model.url).pathname}
              error={form.errors.look}
              onChange={(next) => form.setFieldValue('look', () => next)}
              onFace={setFace}
            />
          </Panel>
          <ModelPanel avatar={avatar} />
        </div>
      </div>
      <SaveBar dirty={form.isDirty()} busy={isSaving} onUndo={form.reset} />
    </form>
  );
}
