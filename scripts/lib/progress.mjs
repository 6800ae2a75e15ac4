const seconds = (since) => Math.round((performance.now() - since) / 1000);

/** Shows that a long step is still running: a counting line in a terminal, a line every ten seconds elsewhere. */
export const showProgress = (label, output = process.stderr) => {
  const begin = performance.now();
  const redraw = () => output.write(`\r\x1b[2K${label} … ${seconds(begin)} s`);
  if (output.isTTY) redraw();
  else output.write(`${label} …\n`);
  const timer = output.isTTY
    ? setInterval(redraw, 1000)
    : setInterval(() => output.write(`${label} … ${seconds(begin)} s\n`), 10_000);
  return (outcome) => {
    clearInterval(timer);
    output.write(`${output.isTTY ? '\r\x1b[2K' : ''}${label}: ${outcome} (${seconds(begin)} s)\n`);
  };
};
