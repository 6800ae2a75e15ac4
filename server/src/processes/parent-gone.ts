/**
 * Calls back once when the script that started us asks us to stop or has died. In both cases its end of the channel
 * closes. A signal may come at the same time, so the callback must tolerate a second call to stop.
 */
export const onParentGone = (callback: () => void): void => {
  if (process.channel) {
    process.once('disconnect', callback);
    // Otherwise the listener would keep the process alive.
    process.channel.unref();
  } else if (process.env.PARLEY_SUPERVISED === '1') {
    queueMicrotask(callback);
  }
};
