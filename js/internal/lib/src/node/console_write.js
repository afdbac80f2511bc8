'use strict';
// How a Console writes to a program's stream. By default a failed write is not an error of the
// program; ignoreErrors: false changes that. As in Node, a listener handles an error that the
// stream reports at once or later.
const nothing = () => {};

module.exports = (stream, text) => {
  const listens = () => typeof stream.listenerCount !== 'function' || stream.listenerCount('error') > 0;
  const written = (error) => {
    if (error != null && !stream._writableState?.errorEmitted && !listens()) stream.once('error', nothing);
  };
  if (!listens()) stream.once('error', nothing);
  try {
    stream.write(text, written);
  } catch {
    // Nobody handles the error.
  } finally {
    stream.removeListener?.('error', nothing);
  }
};
