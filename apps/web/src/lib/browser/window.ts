/** Identifies this window to the server, so that it can ignore live updates from its mutations. */
export const windowId = Array.from(crypto.getRandomValues(new Uint8Array(9)), byte =>
  byte.toString(36).padStart(2, '0'),
).join('')
