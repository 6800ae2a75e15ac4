/**
 * The bytes of a model with one more output: an inner tensor of its graph. A model file is a protocol buffer. If a
 * message occurs in it twice, the two are merged. So a second graph with nothing but the output is enough.
 */
export function withOutput(model: Uint8Array, tensor: string): Uint8Array {
  const name = new TextEncoder().encode(tensor);
  const graphField = 7;
  const outputField = 12;
  const nameField = 1;
  const addition = field(graphField, field(outputField, field(nameField, name)));
  const bytes = new Uint8Array(model.length + addition.length);
  bytes.set(model);
  bytes.set(addition, model.length);
  return bytes;
}

/** One field with a length in one byte. */
function field(number: number, content: Uint8Array): Uint8Array {
  if (content.length > 127) throw new Error('the name of the tensor is too long');
  const lengthDelimited = 2;
  return Uint8Array.of((number << 3) | lengthDelimited, content.length, ...content);
}
