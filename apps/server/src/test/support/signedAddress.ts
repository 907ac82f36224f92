/** Returns a signed address with another signature of the same length. */
export const changeSignature = (address: string): string =>
  address.replace(/m=(.)/, (_, first) => `m=${first === 'A' ? 'B' : 'A'}`)
