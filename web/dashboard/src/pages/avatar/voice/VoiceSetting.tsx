import { Text } from '@mantine/core';
import { nearestPreset } from '@parley/face/rules';
import { languageTexts } from '@parley/protocol/avatar-settings';
import type { Avatar } from '@parley/protocol/management';
import { FieldGroup } from '../../../components/forms/FieldGroup.tsx';
import type { ShownFace } from '../../../faces/face-module.ts';
import { fill, strings } from '../../../strings/index.ts';
import type { AvatarForm } from '../use-avatar-form.ts';
import { TryVoice } from './TryVoice.tsx';
import { useTryVoice } from './use-try-voice.ts';
import { VoiceFields } from './VoiceFields.tsx';
import { effectiveVoice } from './voice-values.ts';

type VoiceSettingProps = {
  readonly label: string;
  readonly avatar: Avatar;
  readonly form: AvatarForm;
  /** The face moves while a voice is played. */
  readonly face: ShownFace | null;
};

/** The choice of a voice, with a button to hear it. */
export function VoiceSetting({ label, avatar, form, face }: VoiceSettingProps) {
  const { voice, look, greeting, language } = form.values;
  const trial = useTryVoice(avatar.id, face, language);
  const faceVoice = nearestPreset(look);
  const isOfLanguage = language !== 'en' && voice.provider === 'built-in' && voice.voice === '';
  const note = fill(strings.avatar.languages.voiceOfLanguage, { language: languageTexts(language).label });
  return (
    <>
      {isOfLanguage ? (
        <Text size="sm" mb="sm">
          {note}
        </Text>
      ) : null}
      <FieldGroup path="voice" label={label} error={form.errors.voice}>
        <VoiceFields
          value={voice}
          hasKey={avatar.voice.hasKey}
          faceVoice={faceVoice}
          trial={trial}
          onChange={(next) => form.setFieldValue('voice', () => next)}
        />
      </FieldGroup>
      <TryVoice
        voice={isOfLanguage ? voice : effectiveVoice(voice, faceVoice)}
        greeting={greeting}
        trial={trial}
      />
    </>
  );
}
