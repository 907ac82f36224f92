/** Lengths of a user name, in characters. */
const userNameLength = { min: 4, max: 30 } as const

/**
 * Returns the reason why a text is not a valid user name. Allows only Latin letters, digits, dots, underscores and
 * hyphens, so that no two names look the same, with a letter or a digit at both ends.
 * @param text as typed, without spaces at the ends
 * @returns null when it is valid
 */
export function findUserNameProblem(text: string): 'short' | 'long' | 'letters' | null {
  if (text.length < userNameLength.min) return 'short'
  if (text.length > userNameLength.max) return 'long'
  return /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/i.test(text) ? null : 'letters'
}

/** Returns the key under which user names are unique: the name in lower case. */
export function toUserNameKey(name: string): string {
  return name.toLowerCase()
}
