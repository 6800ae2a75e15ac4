/** A file as "parley export" writes it, with two things of the same name and every kind of setting. */
export const exampleFile = `# The set-up of a Parley account. "parley apply" brings an account to this state.
account:
  name: Acme
  retentionDays: 30
webhooks:
  - name: Orders
    url: https://example.com/hook
    headers:
      x-team: \${PARLEY_WEBHOOK_ORDERS_HEADER_X_TEAM}
  - name: Orders
    url: https://example.com/other
    events:
      - session:conversation
avatars:
  - name: Help desk
    greeting: "  costs $\${price}: "
    voice:
      provider: openai
      voice: alloy
      url: https://voice.example.com/v1
      model: kokoro
      rate: 1.2
      key: \${PARLEY_AVATAR_HELP_DESK_VOICE_KEY}
    hearing:
      recogniser: server
      language: pt-BR
      server:
        url: https://ears.example.com/v1
        key: \${PARLEY_AVATAR_HELP_DESK_HEARING_KEY}
    look: nora
    brain: model
    modelUrl: https://model.example.com/v1
    modelKey: \${PARLEY_AVATAR_HELP_DESK_MODEL_KEY}
    modelName: small
    modelPrompt: |-
      You are Ada.
      Be brief.
    allowContext: true
    private: true
    embedOrigins:
      - https://a.example
      - https://b.example
    maxSessionDuration: 600
    maxSessions: 3
    webhook:
      name: Orders
      nth: 2
    transcript: true
  - name: Sales
    greeting: Hello
    endpointUrl: https://example.com/talk
    endpointKey: \${PARLEY_AVATAR_SALES_ENDPOINT_KEY}
    webhook: Orders
  - name: Sales
    language: de
    furtherLanguages:
      - language: fr
        voice: device
        hearing: none
        greeting: Salut !
      - language: en
    endpointUrl: https://example.com/second
    endpointKey: \${PARLEY_AVATAR_SALES_ENDPOINT_KEY_2}
keys:
  - name: Shop
    permissions:
      - read_session_state
      - read_avatars
    avatars:
      - name: Sales
        nth: 2
      - Help desk
    origins:
      - https://shop.example.com
members:
  - email: boss@example.com
    role: owner
  - email: helper@example.com
    role: member
`;

export const exampleSecrets: Readonly<Record<string, string>> = {
  PARLEY_WEBHOOK_ORDERS_HEADER_X_TEAM: 'secret-of-the-team',
  PARLEY_AVATAR_HELP_DESK_VOICE_KEY: 'secret-of-the-voice',
  PARLEY_AVATAR_HELP_DESK_HEARING_KEY: 'secret-of-the-ears',
  PARLEY_AVATAR_HELP_DESK_MODEL_KEY: 'secret-of-the-model',
  PARLEY_AVATAR_SALES_ENDPOINT_KEY: 'secret-of-sales',
  PARLEY_AVATAR_SALES_ENDPOINT_KEY_2: 'secret-of-second-sales',
};
