import { Radio, Stack, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ChoiceCard } from '../../parts/ChoiceCard.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { strings } from '../../strings/index.ts';
import type { AdvancedValues } from './advanced-values.ts';
import classes from './tabs.module.css';

const words = strings.avatar.advanced;

export function PrivacyFields({ form }: { form: UseFormReturnType<AdvancedValues> }) {
  return (
    <Panel title={words.privacy} lead={words.privacyLead}>
      <Stack>
        <Radio.Group
          aria-label={words.privacy}
          value={form.values.private ? 'private' : 'public'}
          onChange={(next) => form.setFieldValue('private', next === 'private')}
        >
          <div className={classes.pair}>
            <ChoiceCard value="public" title={words.public} words={words.publicWords} />
            <ChoiceCard value="private" title={words.private} words={words.privateWords} />
          </div>
        </Radio.Group>
        <TagsInput
          label={words.origins}
          description={words.originsHint}
          placeholder={words.originsPlaceholder}
          acceptValueOnBlur
          {...form.getInputProps('embedOrigins')}
        />
      </Stack>
    </Panel>
  );
}
