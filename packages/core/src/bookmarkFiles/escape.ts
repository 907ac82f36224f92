import { decodeHTML } from 'entities'

const namedReferences: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const inAddress = /[<>"'\t-\r]|&[#\w]{1,33};?/g

/**
 * Escapes a text for an attribute in double quotes or for a single line of text: `& < > " '` (X04), line
 * breaks and tabs. These five references are the only ones that Chrome's bookmark file parser supports.
 */
export function escapeAttribute(text: string): string {
  return text.replaceAll('\0', '').replace(/[&<>"'\t-\r]/g, toReference)
}

/**
 * Escapes an address. Most programs decode no references in addresses, so an `&` stays, except where HTML
 * parsers and Python take it as the beginning of a reference, as in `&section` or `&#`.
 */
export function escapeAddress(address: string): string {
  return address.replaceAll('\0', '').replace(inAddress, found => {
    const isText = found.startsWith('&') && decodeHTML(found) === found
    return isText ? found : toReference(found.charAt(0)) + found.slice(1)
  })
}

/** Escapes a line of text. */
export function escapeTitle(text: string): string {
  return text.replace(/[&<>"']/g, toReference)
}

/** Returns a title without line breaks, tabs and blanks around it, which other programs show as references or refuse. */
export function plainTitle(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[\t-\r]/g, ' ')
    .trim()
}

/** Escapes a text in which line breaks and tabs stay, for a note of several lines. Blanks around it become references. */
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
