import { useApiQuery } from '../../../api/queries.ts';
import { fill, strings } from '../../../strings/index.ts';

/** The recognisers that the operator added, as choices of a list. */
export function useCustomRecognisers() {
  const { data } = useApiQuery('voices.list');
  return (data?.recognisers ?? []).map(({ name, language }) => ({
    language,
    value: `own:${name}`,
    label: fill(strings.avatar.hearing.recognisers.own, { name, language }),
  }));
}
