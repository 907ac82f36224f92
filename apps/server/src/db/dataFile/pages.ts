import { closeSync, openSync, readSync } from 'node:fs'

/** Kinds of pages of a tree, by their first byte. */
const interior = { table: 5, index: 2 }
const leaf = { table: 13, index: 10 }

/** The file, as its header and schema describe it. */
export interface FileShape {
  pageSize: number
  pageCount: number
  /** The tables and indexes with the number of their first page. */
  roots: readonly { name: string; page: number }[]
}

/**
 * Looks at the first pages of every table and index, and at those directly beneath them: some thousand pages of a file of
 * any size, in which damage would keep whole tables from being read. No connection of this process may be open: closing
 * the file here would end its locks.
 * @returns what is wrong, or null
 */
export function damagedPage(file: string, { pageSize, pageCount, roots }: FileShape): string | null {
  const handle = openSync(file, 'r')
  const bytes = Buffer.alloc(pageSize)

  /** @returns the pages beneath; null for a page that is none of a tree */
  function beneath(page: number): { kind: number; children: number[] } | null {
    if (page < 1 || page > pageCount) return null
    if (readSync(handle, bytes, 0, pageSize, (page - 1) * pageSize) !== pageSize) return null
    // The first page begins with the header of the file.
    const start = page === 1 ? 100 : 0
    const kind = bytes[start]!
    const isInterior = kind === interior.table || kind === interior.index
    if (!isInterior && kind !== leaf.table && kind !== leaf.index) return null
    const cells = bytes.readUInt16BE(start + 3)
    const pointers = start + (isInterior ? 12 : 8)
    if (pointers + 2 * cells > pageSize || (bytes.readUInt16BE(start + 5) || 65_536) > pageSize) return null
    if (!isInterior) return { kind, children: [] }
    const children = [bytes.readUInt32BE(start + 8)]
    for (let cell = 0; cell < cells; cell++) {
      const at = bytes.readUInt16BE(pointers + 2 * cell)
      if (at < pointers || at + 4 > pageSize) return null
      children.push(bytes.readUInt32BE(at))
    }
    return { kind, children }
  }

  try {
    for (const { name, page } of roots) {
      const root = beneath(page)
      if (!root) return `the first page of ${name} (${page}) cannot be read`
      const isTable = root.kind === interior.table || root.kind === leaf.table
      for (const child of root.children) {
        const kind = beneath(child)?.kind
        if (kind === undefined || (kind === interior.table || kind === leaf.table) !== isTable)
          return `page ${child} of ${name} cannot be read`
      }
    }
    return null
  } finally {
    closeSync(handle)
  }
}
