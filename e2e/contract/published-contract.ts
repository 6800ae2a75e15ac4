import { Ajv, type AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;
type Message = { readonly name: string; readonly payload: Json };
type Channels = Record<string, { readonly messages: Record<string, Message> }>;

const options = { allErrors: true, strict: false, validateFormats: false } as const;

const namesFields = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  'properties' in value &&
  Object.keys(value.properties as object).length > 0;

/** A field that the document does not name is an error, too. */
const closed = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    namesFields(value) ? { additionalProperties: false, ...value } : value,
  );

/** Checks bodies against the documents that a service publishes. */
export async function publishedContract(serviceUrl: string) {
  const read = async (path: string) => closed((await (await fetch(serviceUrl + path)).json()) as Json);
  const asyncApi = await read('/asyncapi.json');
  const openApi = await read('/openapi.json');
  const messages = new Ajv(options).addSchema(asyncApi as AnySchemaObject, 'asyncapi');
  const calls = new Ajv2020(options).addSchema(openApi as AnySchemaObject, 'openapi');
  const problems = (ajv: Ajv | Ajv2020, pointer: string, value: unknown): string[] => {
    const check = ajv.getSchema(pointer);
    if (check === undefined) return [`there is no ${pointer}`];
    if (check(value) === true) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${pointer} ${instancePath} ${message}: ${JSON.stringify(params)}`,
    );
  };
  return {
    /** What is wrong with the payload of a message. `name` is its key, or the name of an event or frame. */
    message(channel: string, name: string, value: unknown, start = ''): string[] {
      const entries = Object.entries((asyncApi.channels as Channels)[channel]?.messages ?? {});
      const [key] = entries.find(
        ([each, { name: title }]) => each === name || (title === name && each.startsWith(start)),
      ) ?? [name];
      return problems(messages, `asyncapi#/channels/${channel}/messages/${key}/payload`, value);
    },
    /** What is wrong with an answer of the service. */
    answer(method: string, path: string, status: number, value: unknown): string[] {
      const pointer = `${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
      return problems(calls, `openapi#/paths/${pointer}/content/application~1json/schema`, value);
    },
  };
}
