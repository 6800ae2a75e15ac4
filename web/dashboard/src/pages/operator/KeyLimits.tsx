import { Button, Modal, Text } from '@mantine/core';
import type { ApiKey } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiPages } from '../../api/queries.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { LimitInput } from '../../components/forms/LimitInput.tsx';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { actionsColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.operator;
const tones = { active: 'good', disabled: 'warn', revoked: 'quiet' } as const;
const limitNames = ['rate', 'burst'] as const;

const columns: readonly Column<ApiKey>[] = [
  {
    title: strings.keys.name,
    cell: ({ name, last4 }) => (
      <>
        {name}{' '}
        <SmallText inline className="mono">
          {fill(strings.keys.endsWith, { last4 })}
        </SmallText>
      </>
    ),
  },
  {
    title: strings.keys.stateTitle,
    cell: ({ state }) => <StatusBadge tone={tones[state]}>{strings.keys.state[state]}</StatusBadge>,
  },
  ...limitNames.map((name) => ({
    title: text[name],
    cell: ({ hasOwnLimits, [name]: value }: ApiKey) => (
      <span className="number">{hasOwnLimits ? value : fill(text.byDefault, { value })}</span>
    ),
  })),
];

export function KeyLimits({ account }: { account: string }) {
  const keys = useApiPages('keys.list', {}, { params: { account } });
  const [changing, setChanging] = useState<ApiKey | null>(null);
  const changeColumn = actionsColumn<ApiKey>((key) =>
    key.state === 'revoked' ? null : (
      <Button variant="subtle" size="compact-sm" onClick={() => setChanging(key)}>
        {text.setLimits}
      </Button>
    ),
  );
  return (
    <Panel title={text.keysTitle} lead={text.keysLead}>
      <PagedList
        list={keys}
        skeleton={<RowSkeleton count={2} />}
        empty={<Text size="sm">{text.noKeys}</Text>}
      >
        <DataTable label={text.keysTitle} columns={[...columns, changeColumn]} rows={keys.items} />
      </PagedList>
      {changing === null ? null : (
        <KeyLimitsDialog account={account} apiKey={changing} onClose={() => setChanging(null)} />
      )}
    </Panel>
  );
}

type Limits = { rate: number | ''; burst: number | '' };
const limitsOf = ({ hasOwnLimits, rate, burst }: ApiKey): Limits =>
  hasOwnLimits ? { rate, burst } : { rate: '', burst: '' };
const orNull = (value: number | ''): number | null => (value === '' ? null : value);

function KeyLimitsDialog(props: { account: string; apiKey: ApiKey; onClose: () => void }) {
  const { account, apiKey, onClose } = props;
  const edit = useEditForm({
    stored: apiKey,
    toForm: limitsOf,
    read: 'keys.get',
    save: 'keys.setLimits',
    params: { account, key: apiKey.id },
    invalidates: ['keys.list'],
    toChange: (_, { rate, burst }) => ({ rate: orNull(rate), burst: orNull(burst) }),
    onSaved: () => {
      notifySuccess(text.limitsSaved);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={fill(text.limitsTitle, { name: apiKey.name })}>
      <DialogForm form={edit} label={strings.common.save} onCancel={onClose}>
        <EditConflict conflict={edit.conflict} />
        {limitNames.map((name) => (
          <LimitInput
            key={name}
            label={text[name]}
            min={1}
            off={{
              value: '',
              label: apiKey.hasOwnLimits ? text.default : fill(text.byDefault, { value: apiKey[name] }),
            }}
            suggested={apiKey[name]}
            {...edit.form.getInputProps(name)}
            value={edit.form.values[name]}
          />
        ))}
      </DialogForm>
    </Modal>
  );
}
