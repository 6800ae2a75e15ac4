import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import groups from '../../../../docs/guides.json' with { type: 'json' };
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts';

export const docsFolder = fileURLToPath(new URL('../../../../docs/', import.meta.url));

export type Guide = { readonly file: string; readonly title: string };

/** The guides in docs/ and its folders, in the order in which the pages list them. */
export const guideGroups: Readonly<Record<string, readonly Guide[]>> = groups;
export const guides: readonly Guide[] = Object.values(guideGroups).flat();
/** The first page of the documentation shows this one. */
export const quickstart: Guide = { file: 'quickstart', title: 'Quickstart' };
export const guideAddress = (file: string): string =>
  file === quickstart.file ? '/docs' : `/docs/guides/${posix.basename(file)}`;

/** Where a guide's link leads in the served pages; null for files of the repository that are not served. */
export function guideLink(target: string): string | null {
  if (/^(https?:|#)/.test(target)) return target;
  const [, file, anchor = ''] = /^(?:\.\.\/)?((?:[\w-]+\/)?[\w-]+)\.md(#.*)?$/.exec(target) ?? [];
  if (file !== undefined) return guideAddress(file) + anchor;
  return target.startsWith('pictures/') ? `/docs/${target}` : null;
}

/** On the first page, the guide is a part below the page's own heading. */
export const renderGuide = ({ file }: Guide): RenderedMarkdown =>
  renderMarkdown(
    readFileSync(`${docsFolder}${file}.md`, 'utf8'),
    guideLink,
    file === quickstart.file ? 1 : 0,
  );
