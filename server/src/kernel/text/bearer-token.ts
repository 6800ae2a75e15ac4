const maxCharacters = 8_192;

type WithHeaders = { readonly headers: { readonly authorization?: string | undefined } };

/** The token in "Authorization: Bearer …". */
export const bearerToken = ({ headers }: WithHeaders): string | undefined => {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token === undefined || token.length > maxCharacters ? undefined : token;
};
