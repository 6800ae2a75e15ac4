/**
 * Makes a listener whose failure reaches `handleFailure` and goes no further. An error that the listener of an event
 * throws, or with which its promise rejects, would end the process and with it everyone's sessions.
 */
export const contained =
  <Input extends unknown[]>(
    listener: (...input: Input) => unknown,
    handleFailure: (error: unknown, ...input: Input) => void,
  ) =>
  (...input: Input): void => {
    try {
      const result = listener(...input);
      if (result instanceof Promise) result.catch((error: unknown) => handleFailure(error, ...input));
    } catch (error) {
      handleFailure(error, ...input);
    }
  };
