import { closeSync, openSync, readSync } from 'node:fs'

/** B-tree page types, by their first byte. */
const interior = { table: 5, index: 2 }
const leaf = { table: 13, index: 10 }

/** The layout of the file from its header and schema. */
export interface FileShape {
  pageSize: number
  pageCount: number
  /** The tables and indexes with the number of their root page. */
  roots: readonly { name: string; page: number }[]
}

/**
 * Checks the root pages of every table and index, and their direct children: some thousand pages of a file of any
 * size, in which damage would make entire tables unreadable. No connection of this process may be open, because
 * closing the file here would release its locks.
 * @returns a description of the damage, or null
 */
export function findDamagedPage(file: string, { pageSize, pageCount, roots }: FileShape): string | null {
  const handle = openSync(file, 'r')
  const bytes = Buffer.alloc(pageSize)

  /** @returns the child pages; null when the page is not a B-tree page */
  function readPage(page: number): { kind: number; children: number[] } | null {
    if (page < 1 || page > pageCount) return null
    if (readSync(handle, bytes, 0, pageSize, (page - 1) * pageSize) !== pageSize) return null
    // Page 1 begins with the file header.
    const start = page === 1 ? 100 : 0
    const kind = bytes.readUInt8(start)
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
      const root = readPage(page)
      if (!root) return `the first page of ${name} (${page}) cannot be read`
      const isTable = root.kind === interior.table || root.kind === leaf.table
      for (const child of root.children) {
        const kind = readPage(child)?.kind
        if (kind === undefined || (kind === interior.table || kind === leaf.table) !== isTable)
          return `page ${child} of ${name} cannot be read`
      }
    }
    return null
  } finally {
    closeSync(handle)
  }
}
