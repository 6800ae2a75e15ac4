import { nearestPreset } from '@parley/face/rules';
import { avatarSettings } from '@parley/protocol/avatar-settings';
import { FieldGroup } from '../../../components/forms/FieldGroup.tsx';
import { ErrorAlert } from '../../../components/page/ErrorAlert.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { PronunciationFields } from '../../../components/pronunciations/PronunciationFields.tsx';
import type { AvatarForm } from '../use-avatar-form.ts';
import { hearEntry } from './hear-entry.ts';
import type { VoiceTrial } from './use-try-voice.ts';
import { triedVoice } from './voice-values.ts';

const { label, meaning } = avatarSettings.pronunciations;

/** The avatar's own list of words, each with a button to hear it in the voice that is chosen. */
export function PronunciationSetting({ form, trial }: { form: AvatarForm; trial: VoiceTrial }) {
  const { voice, look, language, pronunciations } = form.values;
  const spoken = triedVoice(voice, nearestPreset(look), language);
  const isWordError = trial.failed?.startsWith('word:') ?? false;
  return (
    <Panel title={label} lead={meaning}>
      <FieldGroup path="pronunciations" label={label} error={form.errors.pronunciations}>
        <PronunciationFields
          value={pronunciations}
          hear={hearEntry(trial, spoken)}
          onChange={(next) => form.setFieldValue('pronunciations', () => next)}
        />
      </FieldGroup>
      {isWordError ? <ErrorAlert error={trial.error} /> : null}
    </Panel>
  );
}
