/** Code that customers paste into their own pages. */
export type Snippet = { readonly name: 'widget' | 'iframe' | 'script' | 'react'; readonly code: string };

type EmbeddedAvatar = { readonly id: string; readonly private: boolean };

/** One line that puts a button with the avatar into the corner of a page. */
export function widgetSnippet(avatar: EmbeddedAvatar, service: string): string {
  const token = avatar.private ? ' data-token="TOKEN"' : '';
  return `<script src="${service}/sdk/widget.js" data-avatar="${avatar.id}"${token} async></script>`;
}

export function snippetsFor(avatar: EmbeddedAvatar, service: string): readonly Snippet[] {
  const address = `${service}/avatar/${avatar.id}${avatar.private ? '?token=TOKEN' : ''}`;
  const setToken = avatar.private ? "\n    .setToken('TOKEN')" : '';
  const token = avatar.private ? ' token={token}' : '';
  return [
    { name: 'widget', code: widgetSnippet(avatar, service) },
    {
      name: 'iframe',
      code: `<iframe
  src="${address}"
  allow="microphone; autoplay; fullscreen"
  width="420" height="640"
  title="Avatar"></iframe>`,
    },
    {
      name: 'script',
      code: `<div id="avatar" style="width: 420px; height: 480px"></div>
<button id="talk">Talk</button>
<script src="${service}/sdk/parley.js"></script>
<script>
  const avatar = Parley.Builder()
    .setAvatarId('${avatar.id}')${setToken}
    .setElement(document.getElementById('avatar'))
    .build();
  avatar.preloadAvatar();
  document.getElementById('talk').onclick = () => avatar.connect();
</script>`,
    },
    {
      name: 'react',
      code: `import { Avatar } from '@parley/react';

export function Assistant(${avatar.private ? '{ token }' : ''}) {
  return <Avatar url="${service}" avatarId="${avatar.id}"${token} width={420} height={640} />;
}`,
    },
  ];
}

export const tokenSnippet = (avatarId: string, service: string): string =>
  `curl -X POST ${service}/auth/generate-token \\
  -H "x-api-key: $PARLEY_API_KEY" \\
  -H "content-type: application/json" \\
  -d '{"avatar_id": "${avatarId}"}'`;
