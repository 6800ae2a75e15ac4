import type { Route } from '../../route.ts';
import { asyncApiDocument } from './asyncapi.ts';
import type { Service } from './filled-in.ts';
import { openApiDocument, openApiSchemas } from './openapi.ts';
import { schemaFiles } from './schema-files.ts';

/** The contract for programs: both documents, and each schema as a file. */
export function contractDocuments(routes: readonly Route[], service: Service) {
  const schemas = openApiSchemas();
  const openApi = openApiDocument(schemas, routes, service);
  const asyncApi = asyncApiDocument(schemas.forAnotherDocument(), service);
  return { openApi, asyncApi, files: schemaFiles([openApi, asyncApi], service.baseUrl) };
}
