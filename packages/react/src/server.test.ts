import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { bundledPackage } from './testing/bundled-package.ts';

const {
  Avatar,
  ParleyProvider,
  useAvatarStatus,
  useCaption,
  useConnection,
  useConversation,
  useCustomTag,
  useMicrophone,
  useMicrophoneLevel,
  useParley,
  useParleyEvent,
  usePerson,
  useSpeaker,
  useTranscript,
  useTranscriptDownload,
} = await bundledPackage();

function Everything() {
  const { status } = useConnection();
  const { enabled } = useSpeaker();
  const { permission } = useMicrophone();
  const { status: avatar } = useAvatarStatus();
  const { sendMessage } = useConversation();
  const { allowed } = useTranscriptDownload();
  const { answering, request } = usePerson();
  useCustomTag('svc-custom-order', () => {});
  useParleyEvent('end', () => {});
  const silent = [
    useParley(),
    useCaption(),
    useMicrophoneLevel(),
    sendMessage('nobody hears'),
    answering,
    request(),
  ];
  const words = [status, enabled, permission, avatar, allowed, useTranscript().length, ...silent];
  return createElement('p', {}, words.join(' '));
}

describe('on a server', () => {
  it('an avatar is an empty stage of its size, and makes no call', () => {
    expect(globalThis.document).toBeUndefined();
    const html = renderToString(
      createElement(Avatar, { avatarId: '7', url: 'https://talk.example.com', width: 320, height: 240 }),
    );
    expect(html).toContain('aria-hidden="true"');
    expect(html).toContain('width:320px;height:240px');
  });

  it('hooks return the initial state', () => {
    const html = renderToString(createElement(ParleyProvider, { avatarId: '7' }, createElement(Everything)));
    expect(html).toBe('<p>disconnected true prompt UNLOADED false 0   0 false false false</p>');
  });

  it('hooks outside of an avatar find none', () => {
    expect(renderToString(createElement(Everything))).toContain('disconnected');
  });
});
