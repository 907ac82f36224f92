/**
 * Reads the tags of a row. `TAGS` holds names with commas between them in every exporter we know of; a space
 * is part of a name. Our own `NM_TAGS` holds a JSON list, for names that have commas themselves.
 * @returns the names in order, without blanks around them, without empty ones and without repeats; those of
 *   `NM_TAGS` exactly as they were
 */
export function readTags(plain: string | undefined, own: string | undefined): string[] {
  const exact = own === undefined ? null : parseJson(own)
  if (Array.isArray(exact) && exact.every(tag => typeof tag === 'string')) return exact
  const names = (plain ?? '').split(',').map(name => name.trim())
  return [...new Set(names.filter(name => name !== ''))]
}

/**
 * Writes tags for both kinds of readers.
 * @returns the plain list, and the exact one only where the plain one would lose something
 */
export function writeTags(tags: readonly string[]): { plain: string; own: string | null } {
  const plain = tags.map(tag => tag.replaceAll(',', ' ')).join(',')
  const back = readTags(plain, undefined)
  const same = back.length === tags.length && back.every((tag, i) => tag === tags[i])
  return { plain, own: same ? null : JSON.stringify(tags) }
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
