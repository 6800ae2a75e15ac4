const lookEveryMs = 500;

/**
 * Calls back once when the process that started us is gone or asks us to stop. A start script that keeps running has a
 * channel to us, which closes in both cases. A start script that we replaced tells us to watch its parent, npm. A
 * signal may arrive at the same time, so the callback must tolerate a second call to stop.
 */
export const onParentGone = (callback: () => void): void => {
  const supervised = process.env.PARLEY_SUPERVISED;
  if (process.channel) {
    process.once('disconnect', callback);
    // Otherwise the listener would keep the process alive.
    process.channel.unref();
  } else if (supervised === 'channel') {
    queueMicrotask(callback);
  } else if (supervised === 'parent') {
    const parent = process.ppid;
    const timer = setInterval(() => {
      // A process that loses its parent gets another one.
      if (process.ppid === parent) return;
      clearInterval(timer);
      callback();
    }, lookEveryMs).unref();
  }
};
