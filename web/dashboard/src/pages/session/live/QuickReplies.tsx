import { Button, Menu } from '@mantine/core';
import { Icon } from '../../../icons/Icon.tsx';
import { strings } from '../../../strings/index.ts';
import classes from './Live.module.css';

const text = strings.live;

/** The account's list of ready texts. The chosen one is put into the message, where it can be changed. */
export function QuickReplies(props: {
  replies: readonly string[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (reply: string) => void;
}) {
  return (
    <Menu
      opened={props.isOpen}
      onChange={props.onOpen}
      position="top-start"
      shadow="md"
      width="min(26rem, 90vw)"
      returnFocus={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="updown" size={14} />}>
          {text.quickReplies}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.replies}>
        {props.replies.length === 0 ? <Menu.Label>{text.noQuickReplies}</Menu.Label> : null}
        {props.replies.map((reply) => (
          <Menu.Item key={reply} onClick={() => props.onChoose(reply)}>
            {reply}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
