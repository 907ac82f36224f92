/** The attributes of which a bookmark file's reader uses the values. */
export const readAttributes: ReadonlySet<string> = new Set(
  (
    'href add_date last_modified last_visit time_added date_added tags labels shortcuturl private public published ' +
    'shared toread feedurl cover data-cover data-important description id personal_toolbar_folder unfiled_bookmarks_folder'
  ).split(' '),
)
const otherAttributes = new Set(
  'last_charset postdata feed icon icon_uri hash folded http-equiv content name'.split(' '),
)
const tagEnd = /\s{0,500}\/?>/y
const attributes = /\s{1,500}([a-z_][\w:.-]{0,100})(?:\s{1,100}[a-z_][\w:.-]{0,100}){0,3}\s{0,100}(=|\/?>)/iy
const swallowed = /\s(?:href|add_date|last_modified|tags|time_added|private)\s{0,20}=\s{0,20}["']/i

/** Returns whether an attribute is one that bookmark files have. */
export function isKnownName(name: string): boolean {
  return readAttributes.has(name) || otherAttributes.has(name) || name.startsWith('nm_')
}

/**
 * Returns what a quote in a value is. Some programs write values as they are, so only a quote before another attribute
 * or the end of the tag ends the value.
 * @param hasQuotes whether the value has quotes already
 * @returns 'unclear' for an end that may as well be inside
 */
export function judgeQuote(text: string, at: number, hasQuotes: boolean): 'inside' | 'end' | 'unclear' {
  if (text[at + 1] === '>') return 'end'
  tagEnd.lastIndex = at + 1
  if (tagEnd.test(text)) return 'end'
  attributes.lastIndex = at + 1
  const found = attributes.exec(text)
  if (found === null) return 'inside'
  return hasQuotes && !isKnownName((found[1] ?? '').toLowerCase()) ? 'unclear' : 'end'
}

/** Returns whether a value with quotes inside may contain another attribute: its own end is missing. */
export function containsAttribute(value: string): boolean {
  return swallowed.test(value)
}
