import type { CallName, Params, QueryOf } from '../../api/call.ts';
import { fill, strings } from '../../strings/index.ts';
import { Panel } from '../page/Panel.tsx';
import { ActionButton } from './ActionButton.tsx';

type Texts = Readonly<Record<'dangerTitle' | 'dangerLead' | 'deleteQuestion' | 'deleted', string>>;

/** Deletes the page's object, after a confirmation. */
export function DeletePanel<N extends CallName>(props: {
  call: N;
  params: Params;
  query?: QueryOf<N>;
  invalidates: readonly CallName[];
  name: string;
  text: Texts;
  /** What the person should know before they confirm. */
  consequences: string;
  onDeleted: () => void;
}) {
  const { text, name, consequences, onDeleted, ...action } = props;
  return (
    <Panel
      danger
      title={text.dangerTitle}
      lead={text.dangerLead}
      actions={
        <ActionButton
          {...action}
          color="red"
          variant="outline"
          icon="trash"
          label={strings.common.remove}
          question={{ title: fill(text.deleteQuestion, { name }), text: consequences }}
          done={fill(text.deleted, { name })}
          onDone={onDeleted}
        />
      }
    />
  );
}
