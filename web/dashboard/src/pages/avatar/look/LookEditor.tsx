import { Accordion } from '@mantine/core';
import type { FaceLook } from '@parley/face/rules';
import type { Look } from '@parley/protocol/management';
import { strings } from '../../../strings/index.ts';
import classes from './LookEditor.module.css';
import { LookFieldInput } from './LookFieldInput.tsx';
import { lookSections, readField, wholeLook, withField } from './look-fields.ts';

const titles: Readonly<Record<string, string>> = strings.avatar.lookEditor.sections;

/** Edits the details of a look, starting with the selected one. */
export function LookEditor({ value, onChange }: { value: Look; onChange: (look: Look) => void }) {
  const look = wholeLook(value);
  const change = (next: FaceLook) => onChange(next as unknown as Record<string, unknown>);
  return (
    <Accordion variant="contained" mt="md" chevronPosition="left" order={3}>
      {lookSections.map(({ name, fields }) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{titles[name]}</Accordion.Control>
          <Accordion.Panel>
            <div className={classes.fields}>
              {fields.map((field) => (
                <LookFieldInput
                  key={`${field.part} ${field.name ?? ''}`}
                  field={field}
                  value={readField(look, field)}
                  onChange={(next) => change(withField(look, field, next))}
                />
              ))}
            </div>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
