import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { useMe } from '../../../api/me.ts';
import { ActionButton } from '../../../components/forms/ActionButton.tsx';
import { ErrorAlert } from '../../../components/page/ErrorAlert.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { DescriptionList } from '../../../components/tables/DescriptionList.tsx';
import { fill, strings } from '../../../strings/index.ts';
import { useModelUpload } from './use-model-upload.ts';

const text = strings.avatar.model;
const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** A customer's own VRM or GLB instead of the built-in face. It is saved immediately, without the save bar. */
export function ModelPanel({ avatar }: { avatar: Avatar }) {
  const { modelMaxMb } = useMe().installation;
  const upload = useModelUpload(avatar.id);
  const { model } = avatar;
  const percent = Math.round(upload.share * 100);
  return (
    <Panel title={text.title} lead={model === null ? text.lead : text.leadOwn}>
      <Stack>
        {upload.error === null ? null : <ErrorAlert error={upload.error} />}
        {model === null ? null : (
          <DescriptionList
            items={[
              [text.format, model.format.toUpperCase()],
              [text.size, sizeText(model.bytes)],
              [text.triangles, model.triangles.toLocaleString('en')],
            ]}
          />
        )}
        {upload.isRunning ? (
          <>
            <Progress.Root>
              <Progress.Section
                value={percent}
                animated={upload.isChecked}
                aria-label={text.progress}
                aria-valuetext={fill(text.percent, { percent })}
              />
            </Progress.Root>
            <Group justify="space-between">
              <Text size="sm" role="status">
                {upload.isChecked ? text.checking : fill(text.percent, { percent })}
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
              inputProps={{ 'aria-label': text.choose }}
            >
              {(props) => (
                <Button {...props} variant="default">
                  {model === null ? text.choose : text.replace}
                </Button>
              )}
            </FileButton>
            {model === null ? null : (
              <ActionButton
                call="avatars.removeModel"
                params={{ avatar: avatar.id }}
                invalidates={['avatars.get', 'avatars.list']}
                variant="subtle"
                color="red"
                label={text.remove}
                question={{ title: text.removeQuestion, text: text.removeText }}
                done={text.removed}
              />
            )}
          </Group>
        )}
        <Text size="xs" c="dimmed">
          {fill(text.hint, { maxMb: modelMaxMb })}
        </Text>
      </Stack>
    </Panel>
  );
}
