import { plural } from '../../../text-templates.ts';
import './rating.css';
import type { Texts } from '../texts/index.ts';

const maxCommentLength = 1_000;

export type Rate = (stars: number, comment: string) => Promise<void>;

/** Asks what the visitor thought of the call: one to five stars, then a comment if they like. */
export function showRating(element: HTMLElement, texts: Texts, rate: Rate): void {
  const form = document.createElement('form');
  form.className = 'rating';
  const fieldset = document.createElement('fieldset');
  const legend = document.createElement('legend');
  legend.textContent = texts.rate;
  const stars = document.createElement('div');
  stars.className = 'stars';
  stars.append(
    ...[1, 2, 3, 4, 5].map((number) =>
      starFor(number, plural(texts.stars, number, { language: document.documentElement.lang })),
    ),
  );
  fieldset.append(legend, stars);
  const comment = document.createElement('textarea');
  comment.maxLength = maxCommentLength;
  comment.rows = 2;
  comment.dir = 'auto';
  comment.placeholder = texts.comment;
  comment.setAttribute('aria-label', texts.comment);
  const send = document.createElement('button');
  send.textContent = texts.sendRating;
  const problem = document.createElement('p');
  problem.className = 'problem';
  problem.setAttribute('role', 'alert');
  const more = document.createElement('div');
  more.className = 'more';
  more.hidden = true;
  more.append(comment, send);
  form.append(fieldset, more, problem);
  form.addEventListener('change', () => {
    more.hidden = false;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send.disabled = true;
    problem.textContent = '';
    const rating = Number(new FormData(form).get('stars'));
    rate(rating, comment.value).then(
      () => showThanks(element, texts.thanks),
      () => {
        send.disabled = false;
        problem.textContent = texts.notRated;
      },
    );
  });
  element.replaceChildren(form);
}

function starFor(number: number, name: string): HTMLLabelElement {
  const label = document.createElement('label');
  const input = document.createElement('input');
  Object.assign(input, {
    type: 'radio',
    name: 'stars',
    value: String(number),
    required: true,
    className: 'sr',
  });
  input.setAttribute('aria-label', name);
  const star = document.createElement('span');
  star.setAttribute('aria-hidden', 'true');
  star.textContent = '★';
  label.append(input, star);
  return label;
}

function showThanks(element: HTMLElement, text: string): void {
  const thanks = document.createElement('p');
  thanks.className = 'thanks';
  thanks.tabIndex = -1;
  thanks.textContent = text;
  element.replaceChildren(thanks);
  // The button that had the focus is gone.
  thanks.focus();
}
