import type { Parley } from '@parley/client/sdk';
import { forwardRef, type ReactNode, type Ref, useContext, useImperativeHandle } from 'react';
import { AvatarStage, type AvatarStageProps } from './AvatarStage.tsx';
import type { AvatarSettings } from './avatar-settings.ts';
import { ParleyProvider } from './ParleyProvider.tsx';
import { ParleyContext } from './parley-context.ts';

/** The ref of an avatar. */
export type AvatarHandle = {
  /** The SDK object. Null until the component is mounted. */
  readonly sdk: Parley | null;
  startCall(): Promise<void>;
  stopCall(): Promise<void>;
  setMediaStream(stream: MediaStream | null): Promise<void>;
  /** Returns false if there is no call. */
  sendMessage(text: string): boolean;
};

export type AvatarProps = AvatarSettings &
  AvatarStageProps & {
    /** Shown beside the face. Hooks inside use this avatar. */
    readonly children?: ReactNode;
  };

/** A talking avatar. The call starts when the component mounts and ends when it unmounts. */
export const Avatar = forwardRef<AvatarHandle, AvatarProps>(function Avatar(
  { width, height, className, style, children, ...settings },
  ref,
) {
  const { backgroundColor } = settings;
  return (
    <ParleyProvider {...settings}>
      <AvatarRef handle={ref} />
      <AvatarStage {...{ width, height, backgroundColor, className, style }} />
      {children}
    </ParleyProvider>
  );
});

function AvatarRef({ handle }: { readonly handle: Ref<AvatarHandle> }): null {
  const store = useContext(ParleyContext)?.store;
  useImperativeHandle(handle, () => {
    const sdk = async (): Promise<Parley> => {
      if (store === undefined) throw new Error('The avatar is not inside a ParleyProvider.');
      return await store.whenCreated();
    };
    return {
      get sdk() {
        return store?.read() ?? null;
      },
      startCall: async () => (await sdk()).connect(),
      stopCall: async () => (await sdk()).disconnect(),
      setMediaStream: async (stream) => (await sdk()).setMediaStream(stream),
      sendMessage: (text) => store?.read()?.sendMessage(text) ?? false,
    };
  }, [store]);
  return null;
}
