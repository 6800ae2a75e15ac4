import type { Account } from '@parley/protocol/management';
import { Link } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { widgetSnippet } from '../avatar/embed/snippets.ts';
import classes from './Overview.module.css';

const text = strings.overview;
const stepTargets = {
  avatar: '/$account/avatars/new',
  brain: '/$account/avatars',
  talk: '/$account/avatars',
  embed: '/$account/avatars',
  key: '/$account/keys',
  webhook: '/$account/webhooks',
} as const;

/** The first steps for a new account. Hidden when all are done. */
export function FirstSteps({ has }: { has: Account['has'] }) {
  const account = useAccountId();
  const steps = [
    { name: 'avatar', done: has.avatars > 0 },
    { name: 'brain', done: has.avatarsWithOwnBrain > 0 },
    { name: 'talk', done: has.sessions > 0 },
    { name: 'embed', done: has.embedded },
    { name: 'key', done: has.keys > 0 },
    { name: 'webhook', done: has.webhooks > 0 },
  ] as const;
  if (steps.every(({ done }) => done)) return null;
  return (
    <div className={classes.first}>
      <Panel title={text.firstTitle} lead={text.firstLead}>
        <ol className={classes.steps}>
          {steps.map(({ name, done }, index) => (
            <li key={name}>
              <Link
                className={classes.step}
                to={stepTargets[name]}
                params={{ account }}
                data-done={done ? '' : undefined}
              >
                <span className={classes.stepHead}>
                  <span className={classes.tick}>{done ? <Icon name="check" size={13} /> : index + 1}</span>
                  {text.steps[name].title}
                  {done ? <span className="sr">({text.done})</span> : null}
                </span>
                <span className={classes.stepText}>{text.steps[name].text}</span>
              </Link>
            </li>
          ))}
        </ol>
        {has.avatars > 0 && !has.embedded ? <EmbedLine /> : null}
      </Panel>
    </div>
  );
}

/** The line that puts an avatar on a page: preferably a public avatar that can answer. */
function EmbedLine() {
  const { baseUrl } = useMe().installation;
  const { data } = useApiQuery('avatars.list', { query: { limit: 24 } });
  const avatar = data?.items.find(({ canAnswer, private: isPrivate }) => canAnswer && !isPrivate);
  const shown = avatar ?? data?.items[0];
  if (shown === undefined) return null;
  return (
    <div className={classes.embedLine}>
      <CodeBlock
        wrap
        label={fill(text.snippetOf, { avatar: shown.name })}
        code={widgetSnippet(shown, baseUrl)}
      />
    </div>
  );
}
