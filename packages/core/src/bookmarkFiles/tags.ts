/**
 * Parses the tags of a row. `TAGS` contains names separated by commas or, by Scuttle, by newlines; a name may contain
 * spaces. Nestmark's `NM_TAGS` contains a JSON list, for names that contain commas.
 * @param isSpaced true for a file of an exporter whose names contain no spaces, and may be separated by them
 * @returns the names in order, trimmed, without empty names and duplicates; those of
 *   `NM_TAGS` exactly as they were
 */
export function readTags(plain: string | undefined, own: string | undefined, isSpaced = false): string[] {
  const exact = own === undefined ? null : parseJson(own)
  if (Array.isArray(exact) && exact.every(tag => typeof tag === 'string')) return exact
  const text = plain ?? ''
  if (text === '') return []
  const separator = isSpaced && !/[,\n]/.test(text) ? /\s/ : /[\r\n]/.test(text) ? /[,\r\n]/ : ','
  const names: string[] = []
  for (const part of text.split(separator)) names.push(part.trim())
  return [...new Set(names.filter(name => name !== ''))]
}

/**
 * Formats tags for both attributes.
 * @returns the plain list, and the exact list only where the plain list would lose information
 */
export function writeTags(tags: readonly string[]): { plain: string; own: string | null } {
  const plain = tags.map(tag => tag.replaceAll(/[,\r\n]/g, ' ')).join(',')
  const back = readTags(plain, undefined)
  const same = back.length === tags.length && back.every((tag, i) => tag === tags[i])
  return { plain, own: same ? null : JSON.stringify(tags) }
}

/** Returns the value of a JSON text; undefined when it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
