const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The message that registers a custom tag with the service. */
export const registerTagMessage = (tag: string, event: string): string =>
  `<svc-register-tag ssml-tag="${escaped(tag)}" event="${escaped(event)}"/>`;
