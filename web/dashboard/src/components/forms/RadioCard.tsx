import { Group, Radio, Text } from '@mantine/core';
import classes from './RadioCard.module.css';

/** A radio button with a title and a description, for use in a Radio.Group. */
export function RadioCard(props: { value: string; title: string; text: string }) {
  return (
    <Radio.Card className={classes.card} value={props.value} aria-label={`${props.title}. ${props.text}`}>
      <Group wrap="nowrap" align="flex-start">
        <Radio.Indicator mt={2} />
        <div>
          <Text fw={600} size="sm">
            {props.title}
          </Text>
          <Text size="sm" c="dimmed">
            {props.text}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}
