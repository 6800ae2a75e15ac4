export type Field = { readonly number: number; readonly value: bigint | Uint8Array };

/** The fields of one protobuf message, as on the wire. */
export function fieldsOf(message: Uint8Array): Field[] {
  const bytes = Buffer.from(message);
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    if (at > bytes.length) throw new Error('the message is cut off');
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    switch (tag & 7) {
      case 0:
        fields.push({ number, value: varint() });
        break;
      case 1:
        fields.push({ number, value: take(8).readBigUInt64LE() });
        break;
      case 2:
        fields.push({ number, value: take(Number(varint())) });
        break;
      case 5:
        fields.push({ number, value: BigInt(take(4).readUInt32LE()) });
        break;
      default:
        throw new Error(`wire type ${tag & 7} is not expected`);
    }
  }
  return fields;
}

/** The messages, texts or bytes in a repeated field. */
export const bytesIn = (message: Uint8Array, wanted: number): Uint8Array[] =>
  fieldsOf(message).flatMap(({ number, value }) =>
    number === wanted && typeof value !== 'bigint' ? [value] : [],
  );

export const textIn = (message: Uint8Array, wanted: number): string =>
  Buffer.from(bytesIn(message, wanted)[0] ?? []).toString();

export const hexIn = (message: Uint8Array, wanted: number): string =>
  Buffer.from(bytesIn(message, wanted)[0] ?? []).toString('hex');

export const numberIn = (message: Uint8Array, wanted: number): number => {
  const found = fieldsOf(message).find(({ number, value }) => number === wanted && typeof value === 'bigint');
  return Number(found?.value ?? 0);
};
