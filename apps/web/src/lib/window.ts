/** Names this window to the server, so that it knows its own deeds when the event stream tells of them. */
export const windowId = Array.from(crypto.getRandomValues(new Uint8Array(9)), byte =>
  byte.toString(36).padStart(2, '0'),
).join('')
