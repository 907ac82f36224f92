const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Escapes a text for an attribute between double quotes, or for a text on one line: `& < > " '` (X04), line
 * breaks and tabs. The five references are the only ones that Chrome's reader of bookmark files knows.
 */
export function escapeAttribute(text: string): string {
  return text.replaceAll('\0', '').replace(/[&<>"'\t-\r]/g, reference)
}

/** As `escapeAttribute`; blanks at the ends become references, so that a reader does not take them for layout. */
export function escapeTitle(text: string): string {
  return withEdges(text.replaceAll('\0', ''), part => part.replace(/[&<>"'\t-\r]/g, reference))
}

/** As `escapeTitle`, but line breaks and tabs inside stay as they are, for a note of several lines. */
export function escapeNote(text: string): string {
  return withEdges(text.replaceAll('\0', ''), part => part.replace(/[&<>"'\r]/g, reference))
}

function reference(char: string): string {
  return named[char] ?? `&#${char.charCodeAt(0)};`
}

function withEdges(text: string, escape: (part: string) => string): string {
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
