/**
 * Calls back once when the script that started us asks us to stop or has died: its end of the channel closes in
 * both cases. It may come together with a signal, so whatever it starts must not start twice.
 */
export const onParentGone = (callback: () => void): void => {
  if (process.channel) {
    process.once('disconnect', callback);
    // The listener alone would keep the process from ending by itself.
    process.channel.unref();
  } else if (process.env.PARLEY_SUPERVISED === '1') {
    queueMicrotask(callback);
  }
};
