'use strict';
// How a Console writes to a stream of its program: what fails there is no error of the
// program, unless it says ignoreErrors: false. As in Node, an error that the stream tells
// at once or later finds a listener.
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
    // There is nobody to tell.
  } finally {
    stream.removeListener?.('error', nothing);
  }
};
