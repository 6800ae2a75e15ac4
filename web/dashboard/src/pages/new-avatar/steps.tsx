import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import { avatarSettings, isSecretEntry, secretMark, settingEntries } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { useMe } from '../../api/me.ts';
import { RadioCard } from '../../components/forms/RadioCard.tsx';
import { TextLink } from '../../components/page/TextLink.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { Face } from '../../faces/Face.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { EmbedPreview } from '../avatar/embed/EmbedPreview.tsx';
import { widgetSnippet } from '../avatar/embed/snippets.ts';
import { SettingField } from '../avatar/settings/SettingField.tsx';
import tabs from '../avatar/tabs.module.css';
import type { AvatarForm } from '../avatar/use-avatar-form.ts';
import { useTryVoice } from '../avatar/voice/use-try-voice.ts';
import { VoiceSetting } from '../avatar/voice/VoiceSetting.tsx';
import { type BrainChoice, settingsOfBrain } from './brain-choice.ts';
import classes from './NewAvatar.module.css';

const text = strings.newAvatar;

/** The voices beside the face. The face moves while a voice is played. */
export function VoiceStep({ avatar, form }: { avatar: Avatar; form: AvatarForm }) {
  const [face, setFace] = useState<ShownFace | null>(null);
  const trial = useTryVoice(avatar.id, face, form.values.language);
  const { look } = form.values;
  return (
    <div className={classes.beside}>
      <div className={tabs.stage} role="img" aria-label={strings.avatar.general.preview}>
        <Face
          moving
          look={look}
          model={avatar.model && new URL(avatar.model.url).pathname}
          onFace={setFace}
        />
      </div>
      <div>
        <VoiceSetting label={avatarSettings.voice.label} avatar={avatar} form={form} trial={trial} />
      </div>
    </div>
  );
}

export function BrainStep(props: {
  avatar: Avatar;
  form: AvatarForm;
  choice: BrainChoice;
  onChoice: (choice: BrainChoice) => void;
}) {
  const { avatar, form, choice } = props;
  const names: readonly string[] = settingsOfBrain[choice];
  return (
    <Stack>
      <Radio.Group
        aria-label={text.brain.choice}
        value={choice}
        onChange={(next) => props.onChoice(next as BrainChoice)}
      >
        <div className={classes.cards}>
          {avatarSettings.brain.options.map(({ value, label, meaning }) => (
            <RadioCard key={value} value={value} title={label} text={meaning} />
          ))}
          <RadioCard value="later" title={text.brain.later} text={text.brain.laterText} />
        </div>
      </Radio.Group>
      {settingEntries
        .filter(({ name }) => names.includes(name))
        .map((entry) => (
          <SettingField
            key={entry.name}
            entry={entry}
            form={form}
            isSet={isSecretEntry(entry) && avatar[secretMark(entry.name)]}
          />
        ))}
    </Stack>
  );
}

export function TestStep({ avatar }: { avatar: Avatar }) {
  const hasBrain = avatar.brain === 'model' ? avatar.modelUrl !== null : avatar.endpointUrl !== null;
  return (
    <Stack>
      {hasBrain ? null : <Alert color="yellow">{text.test.noBrain}</Alert>}
      <EmbedPreview avatar={avatar} />
      {avatar.private ? null : (
        <div>
          <Button
            component="a"
            href={avatar.pageUrl}
            target="_blank"
            rel="noreferrer"
            variant="light"
            rightSection={<Icon name="external" size={15} />}
          >
            {text.test.newTab}
          </Button>
        </div>
      )}
    </Stack>
  );
}

export function EmbedStep({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const { baseUrl } = useMe().installation;
  return (
    <Stack>
      <CodeBlock wrap code={widgetSnippet(avatar, baseUrl)} label={text.embed.label} />
      {avatar.private ? <Text size="sm">{text.embed.private}</Text> : null}
      <TextLink
        to="/$account/avatars/$avatar/$tab"
        params={{ account, avatar: avatar.id, tab: 'embed' }}
        size="sm"
      >
        {text.embed.other}
      </TextLink>
    </Stack>
  );
}
