"use strict";

// src/node/console_write.js
var nothing = () => {
};
module.exports = (stream, text) => {
  let listens = () => typeof stream.listenerCount != "function" || stream.listenerCount("error") > 0, written = (error) => {
    error != null && !stream._writableState?.errorEmitted && !listens() && stream.once("error", nothing);
  };
  listens() || stream.once("error", nothing);
  try {
    stream.write(text, written);
  } catch {
  } finally {
    stream.removeListener?.("error", nothing);
  }
};
