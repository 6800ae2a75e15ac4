import { type CSSProperties, type ReactNode, useCallback, useContext } from 'react';
import { ParleyContext } from './parley-context.ts';

export type AvatarStageProps = {
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
};

/** The element for the face. It is only a picture. Use the hooks to show what is said as text. */
export function AvatarStage({
  width = '100%',
  height = '100%',
  backgroundColor,
  className,
  style,
}: AvatarStageProps): ReactNode {
  const context = useContext(ParleyContext);
  const stage = context?.stage;
  const setStage = useCallback(
    (element: HTMLDivElement | null) => {
      if (stage !== undefined) stage.current = element;
    },
    [stage],
  );
  return (
    <div
      ref={setStage}
      aria-hidden="true"
      className={className}
      style={{ position: 'relative', overflow: 'hidden', width, height, backgroundColor, ...style }}
    />
  );
}
