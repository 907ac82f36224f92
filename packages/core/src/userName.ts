/** Lengths of a user name, in characters. */
export const userNameLength = { least: 4, most: 30 } as const

/**
 * Why a text is no user name. Only Latin letters, digits, dots, underscores and hyphens, so that no two names look the
 * same, and a letter or a digit at both ends.
 * @param text as it was typed, without spaces around it
 * @returns null when it is one
 */
export function userNameProblem(text: string): 'short' | 'long' | 'letters' | null {
  if (text.length < userNameLength.least) return 'short'
  if (text.length > userNameLength.most) return 'long'
  return /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/i.test(text) ? null : 'letters'
}

/** What two user names have in common that count as one: case is none of it. */
export function userNameKey(name: string): string {
  return name.toLowerCase()
}
