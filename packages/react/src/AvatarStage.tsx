import { type CSSProperties, type ReactNode, useCallback, useContext } from 'react';
import { ParleyContext } from './parley-context.ts';

export type AvatarStageProps = {
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
};

/** Where the face is drawn. It is a picture: what is said belongs into text, which hooks give. */
export function AvatarStage({
  width = '100%',
  height = '100%',
  backgroundColor,
  className,
  style,
}: AvatarStageProps): ReactNode {
  const place = useContext(ParleyContext);
  const stage = place?.stage;
  const take = useCallback(
    (element: HTMLDivElement | null) => {
      if (stage !== undefined) stage.current = element;
    },
    [stage],
  );
  return (
    <div
      ref={take}
      aria-hidden="true"
      className={className}
      style={{ position: 'relative', overflow: 'hidden', width, height, backgroundColor, ...style }}
    />
  );
}
