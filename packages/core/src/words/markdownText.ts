/** Returns a text as one line of Markdown, without marks and without HTML. */
export function toMarkdownLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}

/** Returns a text of several lines for Markdown. Its own Markdown stays; HTML in it becomes text. */
export function toMarkdownText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[<>]/g, '\\$&')
}

/** Returns an address for the parentheses of a link in Markdown: what would end it is escaped. */
export function toMarkdownAddress(address: string): string {
  return address.replace(/[()<>\\\s]/gu, escapeSign)
}

const escapeSign = (sign: string) =>
  sign.charCodeAt(0) < 128
    ? `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(sign)
