import type { Parley } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';

/** If nobody has answered by then, the visitor may ask again. */
const waitForPersonMs = 120_000;
const avatarAgainMs = 5_000;

type Notice = 'personAsked' | 'personAnswers' | 'avatarAgain';

/** Says that a person is answering, and lets the visitor ask for one if the avatar allows it. */
export class PersonView {
  readonly #elements: Elements;
  readonly #parley: Parley;
  readonly #addNote: (text: string) => void;
  #clearing: ReturnType<typeof setTimeout> | undefined;
  /** The visitor knows that a person answers. */
  #showsPerson = false;

  constructor(elements: Elements, parley: Parley, addNote: (text: string) => void) {
    this.#elements = elements;
    this.#parley = parley;
    this.#addNote = addNote;
    elements.person.dataset.text = 'askForPerson';
    elements.person.addEventListener('click', () => {
      if (parley.requestPerson()) this.#show('personAsked', waitForPersonMs);
    });
    parley.on('websocket-connect', () => this.#offer());
    parley.on('websocket-close', () => this.#offer());
    parley.on('person-update', ({ answering }) => {
      if (answering || parley.isConnected()) this.#showAnswering(answering);
      // Without a connection nobody answers.
      else this.#clear();
    });
    // The answer to a ping comes after everything else. So the person left while there was no connection.
    parley.on('network-quality', ({ roundTripMs }) => {
      if (roundTripMs !== null && this.#showsPerson && !parley.isPersonAnswering())
        this.#showAnswering(false);
    });
    parley.on('error', ({ code }) => {
      if (code === 'no_person_button') this.#clear();
    });
    parley.on('end', () => {
      this.#showsPerson = false;
      this.#clear();
    });
  }

  #showAnswering(answering: boolean): void {
    if (answering) this.#show('personAnswers');
    else this.#show('avatarAgain', avatarAgainMs);
    if (answering !== this.#showsPerson) this.#addNote(answering ? texts.personAnswers : texts.avatarAgain);
    this.#showsPerson = answering;
  }

  #show(notice: Notice, forMs?: number): void {
    const { person, answering } = this.#elements;
    const hadFocus = document.activeElement === person;
    answering.dataset.text = notice;
    answering.textContent = texts[notice];
    this.#offer();
    if (hadFocus) answering.focus();
    clearTimeout(this.#clearing);
    if (forMs !== undefined) this.#clearing = setTimeout(() => this.#clear(), forMs);
  }

  #clear(): void {
    clearTimeout(this.#clearing);
    const { answering } = this.#elements;
    delete answering.dataset.text;
    answering.textContent = '';
    this.#offer();
  }

  /** The button and the notice take turns. */
  #offer(): void {
    const { person, answering } = this.#elements;
    const isOffered = this.#parley.isConnected() && this.#parley.avatar?.person_button === true;
    person.textContent = texts.askForPerson;
    person.hidden = !isOffered || answering.textContent !== '';
  }
}
