type Entry = readonly [name: string, content: string, kind?: string];

/** A tar archive of small files. */
export function makeTar(entries: readonly (readonly string[] | Entry)[]): Buffer {
  const blocks = entries.flatMap(([name = '', content = '', kind = '0']) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
    head.write(kind, 156);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
    body.write(content);
    return [head, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
