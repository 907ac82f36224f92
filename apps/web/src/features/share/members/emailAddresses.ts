// As the schema of `inviteMember` checks it; the page has no schemas.
const emailAddress =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Returns whether a text is an email address that can be invited. */
export const isEmailAddress = (text: string): boolean => emailAddress.test(text)

/**
 * Returns the addresses of a text, which commas, semicolons or spaces separate. Of 'Name <address>', as mail programs
 * copy it, it returns the address.
 */
export function splitAddresses(text: string): string[] {
  // A quoted name can contain a comma.
  const parts = text.replace(/"[^"]*"(?!@)/g, ' ').split(/[,;\n]+/)
  return [...new Set(parts.flatMap(splitPart).map(each => each.toLowerCase()))]
}

/** Returns whether a text contains 'Name <address>'. */
export const containsNamedAddress = (text: string): boolean => /<[^<>\s]*@[^<>\s]*>/.test(text)

function splitPart(part: string): string[] {
  const words = part.split(/\s+/).filter(Boolean)
  if (!containsNamedAddress(part)) return words
  return words.filter(word => word.includes('@')).map(word => word.replace(/^.*<|>.*$/g, ''))
}
