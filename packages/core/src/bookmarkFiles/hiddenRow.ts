import { isRowStart } from './markup.ts'
import { decodeReferences } from './references.ts'

const hiddenRow = /<(?:dt|li)>\s{0,500}<a\b([^>]{0,2000})>?([^<]{0,200})/iy
const hrefValue = /\bhref\s{0,20}=\s{0,20}["']?([^"'>\s]{0,200})/i

/** Returns title and address of a row inside a comment; null when none begins at the position. */
export function readHiddenRow(text: string, at: number): { title: string; address: string } | null {
  hiddenRow.lastIndex = at
  const row = hiddenRow.exec(text)
  if (!row || !isRowStart(text, at)) return null
  const [, attributes = '', title = ''] = row
  const address = hrefValue.exec(attributes)?.[1] ?? ''
  return { title: decodeReferences(title).trim(), address: decodeReferences(address) }
}
