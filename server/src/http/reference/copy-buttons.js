// A strip above each block of code, with its language and a button that copies it.

const shownMs = 2_000;

const copy = async (text) => {
  // Pages without https have no clipboard, but an older way to use it.
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
};

const element = (name, className, ...children) => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
};

for (const block of document.querySelectorAll('main pre')) {
  const button = element('button', 'copy', 'Copy');
  button.type = 'button';
  button.ariaLabel = `Copy: ${block.textContent.trim().slice(0, 40)}`;
  button.addEventListener('click', async () => {
    await copy(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, shownMs);
  });
  const frame = element('div', 'code', element('div', 'strip', block.dataset.language ?? '', button));
  block.replaceWith(frame);
  frame.append(block);
}
