import type { ExportedFolder } from '../export/exportQuery.ts'

/** A collection of the library with its path of names, the outermost first. */
export interface PlacedFolder extends ExportedFolder {
  path: string[]
}

/**
 * Returns collections by id, each after its parent.
 * @param top the collection whose inside comes first; its name is in no path
 */
export function placeFolders(
  inside: ReadonlyMap<string, readonly ExportedFolder[]>,
  top: string,
): Map<string, PlacedFolder> {
  const placed = new Map<string, PlacedFolder>()
  const open: { id: string; path: string[] }[] = [{ id: top, path: [] }]
  for (let next = open.pop(); next; next = open.pop())
    for (const folder of inside.get(next.id) ?? []) {
      const path = [...next.path, folder.name]
      placed.set(folder.id, { ...folder, path })
      open.push({ id: folder.id, path })
    }
  return placed
}
