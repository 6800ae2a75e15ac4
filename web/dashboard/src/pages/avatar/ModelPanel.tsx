import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import type { Avatar } from '@parley/protocol/dashboard';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ask } from '../../parts/ask.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';
import { useModelUpload } from './use-model-upload.ts';

const words = strings.avatar.model;

/** A customer's own VRM or GLB, shown in place of the built-in face. It is stored at once, without the save bar. */
export function ModelPanel({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const upload = useModelUpload(avatar.id);
  const remove = useApiMutation('avatars.removeModel', {
    params: { account, avatar: avatar.id },
    stale: ['avatars.get', 'avatars.list'],
    onDone: () => tellDone(words.removed),
    onProblem: tellProblem,
  });
  const askRemove = () =>
    ask({
      title: words.removeAsk,
      words: words.removeWords,
      confirm: words.remove,
      run: () => remove.mutate(undefined),
    });
  const { model } = avatar;
  const percent = Math.round(upload.share * 100);
  return (
    <Panel title={words.title} lead={model === null ? words.lead : words.leadOwn}>
      <Stack>
        {upload.problem === null ? null : <Problem error={upload.problem} />}
        {model === null ? null : (
          <Facts
            facts={[
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
