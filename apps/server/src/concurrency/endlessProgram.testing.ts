/** A confined program that never returns from its first message. */
process.on('message', () => {
  for (;;);
})
process.send?.('ready')
