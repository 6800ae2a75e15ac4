import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import type { Avatar } from '@parley/protocol/dashboard';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/confirm-dialog.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.ts';
import { Panel } from '../../components/Panel.tsx';
import { strings } from '../../strings/index.ts';
import { useModelUpload } from './use-model-upload.ts';

const words = strings.avatar.model;

/** A customer's own VRM or GLB, shown in place of the built-in face. It is stored at once, without the save bar. */
export function ModelPanel({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const upload = useModelUpload(avatar.id);
  const remove = useApiMutation('avatars.removeModel', {
    params: { account, avatar: avatar.id },
    invalidates: ['avatars.get', 'avatars.list'],
    onSuccess: () => notifySuccess(words.removed),
    onError: notifyError,
  });
  const askRemove = () =>
    confirmDialog({
      title: words.removeAsk,
      words: words.removeWords,
      confirmLabel: words.remove,
      onConfirm: () => remove.mutate(undefined),
    });
  const { model } = avatar;
  const percent = Math.round(upload.share * 100);
  return (
    <Panel title={words.title} lead={model === null ? words.lead : words.leadOwn}>
      <Stack>
        {upload.problem === null ? null : <ErrorAlert error={upload.problem} />}
        {model === null ? null : (
          <DescriptionList
            items={[
              [words.format, model.format.toUpperCase()],
              [words.size, words.bytes(model.bytes)],
              [words.triangles, model.triangles.toLocaleString('en')],
            ]}
          />
        )}
        {upload.isRunning ? (
          <>
            <Progress.Root>
              <Progress.Section
                value={percent}
                animated={upload.isChecked}
                aria-label={words.progress}
                aria-valuetext={words.percent(percent)}
              />
            </Progress.Root>
            <Group justify="space-between">
              <Text size="sm" role="status">
                {upload.isChecked ? words.checking : words.percent(percent)}
              </Text>
              <Button size="xs" variant="default" onClick={upload.cancel}>
                {strings.common.cancel}
              </Button>
            </Group>
          </>
        ) : (
          <Group>
            <FileButton
              accept=".vrm,.glb,model/gltf-binary"
              onChange={(file) => file && upload.start(file)}
              inputProps={{ 'aria-label': words.choose }}
            >
              {(props) => (
                <Button {...props} variant="default">
                  {model === null ? words.choose : words.replace}
                </Button>
              )}
            </FileButton>
            {model === null ? null : (
              <Button variant="subtle" color="red" loading={remove.isPending} onClick={askRemove}>
                {words.remove}
              </Button>
            )}
          </Group>
        )}
        <Text size="xs" c="dimmed">
          {words.hint}
        </Text>
      </Stack>
    </Panel>
  );
}
