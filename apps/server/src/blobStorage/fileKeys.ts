/** Keys become paths. Letters and digits alone cannot leave the folder. */
const keyPattern = /^[A-Za-z0-9_-]{8,64}$/

/** The object with the ID of the library. It is no key. */
export const libraryName = 'library.id'

export const isKey = (text: string): boolean => keyPattern.test(text)

/** @throws Error for a key that no server makes */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('The key of a file is invalid.')
}
