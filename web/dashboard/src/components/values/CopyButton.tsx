import { ActionIcon, Button, Tooltip, CopyButton as ValueCopyButton } from '@mantine/core';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

/** Copies a text and shows that it was copied. */
export function CopyButton({ text, label, small = false }: { text: string; label: string; small?: boolean }) {
  return (
    <ValueCopyButton value={text} timeout={2_000}>
      {({ copied, copy }) =>
        small ? (
          <Tooltip label={copied ? strings.common.copied : label}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={copied ? strings.common.copied : label}
              onClick={copy}
            >
              <Icon name={copied ? 'check' : 'copy'} size={16} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={15} />}
            onClick={copy}
          >
            {copied ? strings.common.copied : label}
          </Button>
        )
      }
    </ValueCopyButton>
  );
}
