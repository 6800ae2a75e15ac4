import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import type { Visitor } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { callUrl } from '../../api/call.ts';
import { useApiPages } from '../../api/queries.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { actionsColumn, numberColumn, timeColumn } from '../../components/tables/columns.tsx';
import { type Column, DataTable } from '../../components/tables/DataTable.tsx';
import { EmptyState } from '../../components/tables/EmptyState.tsx';
import { NothingFound, PagedList } from '../../components/tables/PagedList.tsx';
import { RowSkeleton } from '../../components/tables/RowSkeleton.tsx';
import { SearchBox } from '../../components/tables/SearchBox.tsx';
import { useFilters } from '../../components/tables/use-filters.ts';
import { SmallText } from '../../components/values/SmallText.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.data;

const columns: readonly Column<Visitor>[] = [
  {
    title: text.user,
    cell: ({ name, pageUserId }) => (
      <>
        {name ?? text.unnamed}
        {pageUserId === null ? null : <SmallText className="mono">{pageUserId}</SmallText>}
      </>
    ),
  },
  { title: text.number, cell: ({ id }) => <span className="mono">{id}</span> },
  numberColumn(text.sessions, ({ sessions }) => sessions),
  timeColumn(text.lastSeen, ({ lastSeenAt }) => lastSeenAt),
];

export function VisitorList() {
  const account = useAccountId();
  const { values, set } = useFilters<{ search?: string }>();
  const [erasing, setErasing] = useState<Visitor | null>(null);
  const visitors = useApiPages('data.visitors', values);
  const buttons = actionsColumn<Visitor>((visitor) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        component="a"
        href={callUrl('data.export', { params: { account, visitor: visitor.id } })}
        download
        variant="subtle"
        size="compact-sm"
      >
        {text.export}
      </Button>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setErasing(visitor)}>
        {text.erase}
      </Button>
    </Group>
  ));
  return (
    <Panel title={text.people} lead={text.peopleLead}>
      <Group mb="md">
        <SearchBox
          label={text.search}
          value={values.search ?? ''}
          onSearch={(search) => set('search', search)}
        />
      </Group>
      <PagedList
        list={visitors}
        skeleton={<RowSkeleton count={4} />}
        empty={
          values.search === undefined ? (
            <EmptyState icon="members" title={text.emptyTitle} text={text.emptyText} />
          ) : (
            <NothingFound icon="members" />
          )
        }
      >
        <DataTable label={text.people} columns={[...columns, buttons]} rows={visitors.items} />
      </PagedList>
      {erasing === null ? null : <EraseVisitor visitor={erasing} onClose={() => setErasing(null)} />}
    </Panel>
  );
}

/** The ID must be typed to confirm, because erased data cannot be restored. */
function EraseVisitor({ visitor, onClose }: { visitor: Visitor; onClose: () => void }) {
  const erase = useCallForm('data.erase', {
    params: { visitor: visitor.id },
    invalidates: ['data.visitors', 'sessions.list', 'account.get'],
    initialValues: { confirm: '' },
    toBody: (values) => values,
    onSuccess: ({ sessions, messages }) => {
      notifySuccess(fill(text.erased, { sessions, messages }));
      onClose();
    },
  });
  const user = visitor.name ?? visitor.pageUserId ?? visitor.id;
  return (
    <Modal opened onClose={onClose} title={fill(text.eraseTitle, { user })}>
      <DialogForm
        form={erase}
        label={text.eraseNow}
        danger
        disabled={erase.form.values.confirm.trim() !== visitor.id}
        onCancel={onClose}
      >
        <Text size="sm">{text.eraseText}</Text>
        <TextInput
          label={fill(text.confirm, { id: visitor.id })}
          autoComplete="off"
          data-autofocus
          {...erase.form.getInputProps('confirm')}
        />
      </DialogForm>
    </Modal>
  );
}
