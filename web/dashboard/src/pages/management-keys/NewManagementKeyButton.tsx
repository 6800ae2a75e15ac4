import { Checkbox, type CheckboxGroupProps, Select, TextInput } from '@mantine/core';
import type { CreatedManagementKey } from '@parley/protocol/management';
import { type Scope, scopeNames, scopes } from '@parley/protocol/management/scopes';
import { useAccountId } from '../../api/account-id.ts';
import { useMe } from '../../api/me.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { type CreateFormProps, CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { ExampleRequest } from '../../components/webhooks/ExampleRequest.tsx';
import { strings } from '../../strings/index.ts';
import { exampleRequest } from './example-request.ts';
import { type ExpiryChoice, expiryOf } from './expiry.ts';
import classes from './ManagementKeys.module.css';

const text = strings.managementKeys;
type Values = { name: string; scopes: string[]; expiry: ExpiryChoice; date: string };

export function NewManagementKeyButton() {
  return (
    <CreateSecretButton<CreatedManagementKey>
      text={text}
      Form={NewManagementKeyForm}
      secretsOf={({ key }) => [[text.keyLabel, key]]}
      Below={FirstRequest}
    />
  );
}

function FirstRequest({ created: { key, scopes } }: { created: CreatedManagementKey }) {
  const { baseUrl } = useMe().installation;
  const code = exampleRequest({ baseUrl, account: useAccountId(), key, scopes });
  return <ExampleRequest label={text.tryIt} code={code} />;
}

function NewManagementKeyForm({ onCreated, onClose }: CreateFormProps<CreatedManagementKey>) {
  const create = useCallForm('managementKeys.create', {
    invalidates: ['managementKeys.list'],
    initialValues: { name: '', scopes: [], expiry: '90', date: '' } as Values,
    validate: {
      scopes: (scopes) => (scopes.length === 0 ? text.noScopes : null),
      date: (date, { expiry }) => (expiryOf(expiry, date, new Date()) === undefined ? text.pickDate : null),
    },
    names: { expiresAt: 'date' },
    toBody: ({ name, scopes, expiry, date }) => ({
      name,
      scopes,
      expiresAt: expiryOf(expiry, date, new Date()) ?? null,
    }),
    onSuccess: onCreated,
  });
  const { form } = create;
  const { expiry } = form.values;
  return (
    <DialogForm form={create} label={strings.common.create} onCancel={onClose}>
      <TextInput
        label={text.name}
        description={text.nameHint}
        required
        data-autofocus
        maxLength={120}
        {...form.getInputProps('name')}
      />
      <ScopeFields {...form.getInputProps('scopes')} />
      <Select
        label={text.expiry}
        description={expiry === 'never' ? text.expiryHintNever : text.expiryHint}
        data={Object.entries(text.expiries).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('expiry')}
      />
      {expiry === 'date' ? (
        <TextInput type="date" label={text.expiryDate} required {...form.getInputProps('date')} />
      ) : null}
    </DialogForm>
  );
}

type ScopeGroup = Scope extends `${infer Group}:${string}` ? Group : never;
const groupOf = (scope: Scope): ScopeGroup => scope.slice(0, scope.indexOf(':')) as ScopeGroup;
const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A checkbox for each scope, grouped by what it is about. */
function ScopeFields(props: Omit<CheckboxGroupProps, 'children'>) {
  return (
    <Checkbox.Group label={text.scopes} description={text.scopesHint} {...props}>
      <div className={classes.groups}>
        {[...new Set(scopeNames.map(groupOf))].map((group) => (
          <fieldset key={group} className={classes.group}>
            <legend className={classes.legend}>{text.groups[group]}</legend>
            {scopeNames
              .filter((scope) => groupOf(scope) === group)
              .map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={sentence(scopes[scope])}
                  description={<span className="mono">{scope}</span>}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}
