import { Type } from 'typebox';

const key = Type.Optional(
  Type.Union([Type.String(), Type.Null()], {
    description:
      'Never shown again. Without it the stored key stays, as long as provider and address stay; null removes it.',
  }),
);
const text = (description: string) => Type.Optional(Type.String({ description }));

const voiceFields = Type.Object(
  {
    provider: text('built-in, device, espeak, openai, azure or elevenlabs.'),
    voice: text('The voice’s own name or id with its provider.'),
    rate: Type.Optional(Type.Number({ description: '0.5 to 2; 1 is normal.' })),
    pitch: Type.Optional(Type.Number({ description: '0.5 to 2; of built-in, device, espeak and azure.' })),
    language: text('Of device: such as de.'),
    url: text('Of openai, azure and elevenlabs: the address of the server.'),
    region: text('Of azure: such as westeurope, in place of an address.'),
    model: text('Of openai and elevenlabs.'),
    key,
  },
  { additionalProperties: false },
);

/** Fields that are left out stay, as long as the provider stays. */
export const voiceSetting = Type.Union([Type.String(), voiceFields], {
  description: 'Settings of the voice, or in one word such as "built-in:slt".',
});

/** Fields that are left out stay. */
export const hearingSetting = Type.Object(
  {
    recogniser: text('built-in, browser, server or none.'),
    language: text('A tag such as en or pt-BR.'),
    server: Type.Optional(
      Type.Union([
        Type.Object(
          { url: text('Its base address.'), model: text(''), key },
          { additionalProperties: false },
        ),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: false },
);

export const lookSetting = Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
  description: 'The name of a preset, or an object with all parts of a look.',
});
