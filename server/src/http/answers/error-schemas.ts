import { Type } from 'typebox';

/** The bodies of numbered errors, by the shape of the endpoint. */
export const errorSchemas = {
  error: Type.Object({ error: Type.Object({ code: Type.Integer(), message: Type.String() }) }),
  fail: Type.Object({
    status: Type.Literal('FAIL'),
    failReason: Type.Integer({ description: 'The error code.' }),
    message: Type.String(),
  }),
};
