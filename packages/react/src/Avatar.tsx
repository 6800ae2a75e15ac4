import type { Parley } from '@parley/client/sdk';
import { forwardRef, type ReactNode, type Ref, useContext, useImperativeHandle } from 'react';
import { AvatarStage, type AvatarStageProps } from './AvatarStage.tsx';
import type { AvatarSettings } from './avatar-settings.ts';
import { ParleyProvider } from './ParleyProvider.tsx';
import { ParleyContext } from './parley-context.ts';

/** What a ref of an avatar can do. */
export type AvatarHandle = {
  /** The SDK object; null until the component is in the page. */
  readonly sdk: Parley | null;
  startCall(): Promise<void>;
  stopCall(): Promise<void>;
  setMediaStream(stream: MediaStream | null): Promise<void>;
  /** False where there is no call. */
  sendMessage(text: string): boolean;
};

export type AvatarProps = AvatarSettings &
  AvatarStageProps & {
    /** Shown beside the face; hooks in it find this avatar. */
    readonly children?: ReactNode;
  };

/** A talking avatar: the call begins when it appears and ends when it goes. */
export const Avatar = forwardRef<AvatarHandle, AvatarProps>(function Avatar(
  { width, height, className, style, children, ...settings },
  ref,
) {
  const { backgroundColor } = settings;
  return (
    <ParleyProvider {...settings}>
      <Handle handle={ref} />
      <AvatarStage {...{ width, height, backgroundColor, className, style }} />
      {children}
    </ParleyProvider>
  );
});

function Handle({ handle }: { readonly handle: Ref<AvatarHandle> }): null {
  const slot = useContext(ParleyContext)?.slot;
  useImperativeHandle(handle, () => {
    const there = async (): Promise<Parley> => {
      if (slot === undefined) throw new Error('An avatar has no place of its own.');
      return await slot.whenThere();
    };
    return {
      get sdk() {
        return slot?.read() ?? null;
      },
      startCall: async () => (await there()).connect(),
      stopCall: async () => (await there()).disconnect(),
      setMediaStream: async (stream) => (await there()).setMediaStream(stream),
      sendMessage: (text) => slot?.read()?.sendMessage(text) ?? false,
    };
  }, [slot]);
  return null;
}
