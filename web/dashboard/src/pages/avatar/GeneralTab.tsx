import { Input, Stack, Textarea, TextInput } from '@mantine/core';
import type { Avatar, AvatarChange, Look } from '@parley/protocol/dashboard';
import { useState } from 'react';
import type { ShownFace } from '../../faces/face-module.ts';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { SaveBar } from '../../parts/SaveBar.tsx';
import { strings } from '../../strings/index.ts';
import { HearingFields, type HearingValues, hearingForm, hearingWishOf } from './HearingFields.tsx';
import { LookPicker } from './LookPicker.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import { TryVoice } from './TryVoice.tsx';
import classes from './tabs.module.css';
import { useSettings } from './use-settings.ts';
import { VoiceFields } from './VoiceFields.tsx';
import { type VoiceValues, voiceForm, voiceWishOf } from './voice-values.ts';

const words = strings.avatar.general;
type Values = { name: string; greeting: string; look: Look; voice: VoiceValues; hearing: HearingValues };

const toForm = ({ name, greeting, look, voice, hearing }: Avatar): Values => ({
  name,
  greeting,
  look,
  voice: voiceForm(voice),
  hearing: hearingForm(hearing),
});

const toChange = ({ voice, hearing, ...rest }: Partial<Values>): AvatarChange => ({
  ...rest,
  ...(voice === undefined ? {} : { voice: voiceWishOf(voice) }),
  ...(hearing === undefined ? {} : { hearing: hearingWishOf(hearing) }),
});

export function GeneralTab({ avatar }: { avatar: Avatar }) {
  const { form, submit, problem, isSaving } = useSettings<Values>(avatar, toForm, toChange);
  const [face, setFace] = useState<ShownFace | null>(null);
  const { look, voice, greeting, hearing } = form.values;
  return (
    <form onSubmit={submit}>
      {problem === null ? null : <Problem error={problem} />}
      <div className={classes.two}>
        <div>
          <Panel title={words.basics}>
            <Stack>
              <TextInput
                label={strings.avatars.name}
                required
                maxLength={200}
                {...form.getInputProps('name')}
              />
              <Textarea
                label={words.greeting}
                description={words.greetingHint}
                autosize
                minRows={2}
                {...form.getInputProps('greeting')}
              />
            </Stack>
          </Panel>
          <Panel title={words.voice} lead={words.voiceHint}>
            <VoiceFields
              value={voice}
              hasKey={avatar.voice.hasKey}
              onChange={(next) => form.setFieldValue('voice', () => next)}
            />
            {form.errors.voice ? <Input.Error mt="xs">{form.errors.voice}</Input.Error> : null}
            <TryVoice avatar={avatar.id} voice={voice} greeting={greeting} face={face} />
          </Panel>
          <Panel title={strings.avatar.hearing.title} lead={strings.avatar.hearing.lead}>
            <HearingFields
              value={hearing}
              hasKey={avatar.hearing.server?.hasKey ?? false}
              onChange={(next) => form.setFieldValue('hearing', () => next)}
            />
            {form.errors.hearing ? <Input.Error mt="xs">{form.errors.hearing}</Input.Error> : null}
          </Panel>
        </div>
        <div>
          <Panel title={words.look} lead={words.lookHint}>
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
