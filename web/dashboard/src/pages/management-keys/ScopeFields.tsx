import { Checkbox, type CheckboxGroupProps } from '@mantine/core';
import { scopes } from '@parley/protocol/management/scopes';
import { strings } from '../../strings/index.ts';
import classes from './ManagementKeys.module.css';
import { scopeGroups } from './scope-groups.ts';

const text = strings.managementKeys;
const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A checkbox for each scope, grouped by what it is about. */
export function ScopeFields(props: Omit<CheckboxGroupProps, 'children'>) {
  return (
    <Checkbox.Group label={text.scopes} description={text.scopesHint} {...props}>
      <div className={classes.groups}>
        {scopeGroups.map(([group, names]) => (
          <fieldset key={group} className={classes.group}>
            <legend className={classes.legend}>{text.groups[group]}</legend>
            {names.map((name) => (
              <Checkbox
                key={name}
                value={name}
                label={sentence(scopes[name])}
                description={<span className="mono">{name}</span>}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
}
