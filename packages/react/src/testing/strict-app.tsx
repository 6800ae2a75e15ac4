import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Avatar,
  useAvatarStatus,
  useConnection,
  useConversation,
  useCustomTag,
  usePerson,
  usePushToTalk,
  useSpeaker,
  useTranscript,
} from '../index.ts';

type Settings = {
  readonly url: string;
  readonly avatarId: string;
  readonly count: number;
  readonly givesTokens: boolean;
};

const newToken = async (): Promise<string> =>
  ((await (await fetch('/token', { method: 'POST' })).json()) as { jwt: string }).jwt;

/** A customer's page: several avatars, each with its transcript beside it. */
function Panel({ name }: { readonly name: string }) {
  const { status } = useConnection();
  const { status: avatar } = useAvatarStatus();
  const { sendMessage } = useConversation();
  const { enabled, toggle } = useSpeaker();
  const { buttonRef, state } = usePushToTalk();
  const { answering, request } = usePerson();
  const [order, setOrder] = useState<unknown>(null);
  useCustomTag('svc-custom-order', setOrder);
  return (
    <section aria-label={name}>
      <p data-what="status">{status}</p>
      <p data-what="avatar">{avatar}</p>
      <p data-what="order">{JSON.stringify(order)}</p>
      <button type="button" onClick={() => sendMessage(`tides of ${name}`)}>
        Ask {name}
      </button>
      <button type="button" aria-pressed={enabled} onClick={toggle}>
        Speaker {name}
      </button>
      <button type="button" ref={buttonRef}>
        Talk to {name}
      </button>
      <p data-what="turn">{state}</p>
      <button type="button" disabled={answering} onClick={() => request()}>
        Person for {name}
      </button>
      <ol>
        {useTranscript().map(({ id, speaker, text, final }) => (
          <li key={id} data-final={final}>
            {speaker}: {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function App({ url, avatarId, count, givesTokens }: Settings) {
  const [shown, setShown] = useState(true);
  const names = Array.from({ length: count }, (_, index) => `avatar ${index + 1}`);
  return (
    <main>
      <button type="button" onClick={() => setShown(!shown)}>
        Toggle
      </button>
      {shown &&
        names.map((name) => (
          <Avatar
            key={name}
            {...{ url, avatarId }}
            token={null}
            onTokenNeeded={givesTokens ? newToken : undefined}
            username={name}
            accessToken="of the visitor"
            width={160}
            height={120}
          >
            <Panel name={name} />
          </Avatar>
        ))}
    </main>
  );
}

const root = document.getElementById('root');
const settings = JSON.parse(root?.dataset.settings ?? '{}') as Settings;
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App {...settings} />
    </StrictMode>,
  );
}
