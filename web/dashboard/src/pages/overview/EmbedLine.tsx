import { useAccountId, useMe } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { fill, strings } from '../../strings/index.ts';
import { widgetSnippet } from '../avatar/embed/snippets.ts';
import classes from './Overview.module.css';

/** The line that puts an avatar on a page: preferably a public avatar that can answer. */
export function EmbedLine() {
  const account = useAccountId();
  const { baseUrl } = useMe().installation;
  const { data } = useApiQuery('avatars.list', { params: { account }, query: { limit: 24 } });
  const avatar = data?.items.find(({ canAnswer, private: isPrivate }) => canAnswer && !isPrivate);
  const shown = avatar ?? data?.items[0];
  if (shown === undefined) return null;
  return (
    <div className={classes.embedLine}>
      <CodeBlock
        wrap
        label={fill(strings.overview.snippetOf, { avatar: shown.name })}
        code={widgetSnippet(shown, baseUrl)}
      />
    </div>
  );
}
