const namedReferences: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes a text for an attribute in double quotes or for a single line of text: `& < > " '` (X04), line
 * breaks and tabs. These five references are the only ones that Chrome's bookmark file parser supports.
 */
export function escapeAttribute(text: string): string {
  return text.replaceAll('\0', '').replace(/[&<>"'\t-\r]/g, toReference)
}

/**
 * Escapes a text like `escapeAttribute`. Leading and trailing blanks become references, so that parsers retain
 * them.
 */
export function escapeTitle(text: string): string {
  return escapeEdges(text.replaceAll('\0', ''), part => part.replace(/[&<>"'\t-\r]/g, toReference))
}

/** Escapes a text like `escapeTitle`, but retains line breaks and tabs inside, for a note of several lines. */
export function escapeNote(text: string): string {
  return escapeEdges(text.replaceAll('\0', ''), part => part.replace(/[&<>"'\r]/g, toReference))
}

function toReference(char: string): string {
  return namedReferences[char] ?? `&#${char.charCodeAt(0)};`
}

function escapeEdges(text: string, escape: (part: string) => string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  const edge = (part: string) => [...part].map(char => `&#${char.charCodeAt(0)};`).join('')
  return edge(text.slice(0, start)) + escape(text.slice(start, end)) + edge(text.slice(end))
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}
