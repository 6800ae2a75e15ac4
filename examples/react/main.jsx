import { Avatar, useConversation, useTranscript } from '@parley/react';
import { createRoot } from 'react-dom/client';

function Chat() {
  const { sendMessage } = useConversation();
  const ask = (form) => sendMessage(form.get('question'));
  return (
    <>
      <ol>
        {useTranscript().map(({ id, speaker, text }) => (
          <li key={id}>
            {speaker}: {text}
          </li>
        ))}
      </ol>
      <form action={ask}>
        <input name="question" aria-label="Your question" />
        <button type="submit">Ask</button>
      </form>
    </>
  );
}

const { VITE_PARLEY_URL = 'http://localhost:8080', VITE_AVATAR = '1001' } = import.meta.env;
createRoot(document.getElementById('root')).render(
  <Avatar url={VITE_PARLEY_URL} avatarId={VITE_AVATAR} width={480} height={360}>
    <Chat />
  </Avatar>,
);
