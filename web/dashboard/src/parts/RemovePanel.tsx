import { Button } from '@mantine/core';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import { ask } from './ask.tsx';
import { Panel } from './Panel.tsx';

/** The way to remove what a page is about, asked before. */
export function RemovePanel(props: {
  title: string;
  lead: string;
  question: string;
  words: string;
  busy: boolean;
  onRemove: () => void;
}) {
  const begin = () =>
    ask({
      title: props.question,
      words: props.words,
      confirm: strings.common.remove,
      run: props.onRemove,
    });
  return (
    <Panel
      danger
      title={props.title}
      lead={props.lead}
      actions={
        <Button
          color="red"
          variant="outline"
          leftSection={<Icon name="trash" size={16} />}
          loading={props.busy}
          onClick={begin}
        >
          {strings.common.remove}
        </Button>
      }
    />
  );
}
