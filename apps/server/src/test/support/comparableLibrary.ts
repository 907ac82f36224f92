import { createHash } from 'node:crypto'
import type {
  LibraryCollection,
  LibraryFile,
  LibraryFileEntry,
  LibraryLink,
} from '@nestmark/core/libraryFile/schema'
import type { UnzippedFile } from './zip.ts'

/**
 * Returns what two exports of everything have in common when they are of the same library: nestmark.json without ids, with
 * places by their names and files by their bytes. What an import does not carry over is left out: shares, short addresses, the
 * history of imports, the dates of change of collections, and the owner.
 * @param files the files of the ZIP, by path
 */
export function toComparableLibrary(data: LibraryFile, files: ReadonlyMap<string, UnzippedFile>) {
  const paths = readPaths(data.collections)
  const pathOf = (id: string | null) => (id === null ? '' : (paths.get(id) ?? `unknown ${id}`))
  const titles = new Map(data.links.map(link => [link.id, `${link.title} ${link.address}`]))
  const toBytes = (file: LibraryFileEntry) => {
    const { path, ...facts } = file
    const found = files.get(path)
    return { ...facts, bytes: found ? createHash('sha256').update(found.bytes).digest('hex') : null }
  }
  return {
    settings: data.settings,
    tags: data.tags,
    searches: data.searches,
    rules: data.rules?.map(({ actions, ...rule }) => ({
      ...rule,
      actions: {
        ...actions,
        ...(actions.collection !== undefined && { collection: pathOf(actions.collection) }),
      },
    })),
    collections: data.collections.map(
      ({ id, parent, path: _path, cover, sharing: _s, short_address: _a, updated_at: _u, ...rest }) => ({
        ...rest,
        place: pathOf(id),
        parent: pathOf(parent),
        cover: cover === null ? null : (titles.get(cover) ?? null),
      }),
    ),
    links: data.links
      .map(({ id: _id, collection, files: own, short_address: _a, public: _p, ...rest }: LibraryLink) => ({
        ...rest,
        place: pathOf(collection),
        files: own.map(toBytes),
      }))
      .toSorted(byText),
    feeds: (data.feeds ?? []).map(({ collection, ...feed }) => ({ ...feed, place: pathOf(collection) })),
    highlights: (data.highlights ?? [])
      .map(({ encrypted_link: link, highlights, ...page }) => ({
        ...page,
        ...(link !== undefined && { link: titles.get(link) }),
        highlights: highlights.map(({ id: _id, ...rest }) => rest),
      }))
      .toSorted(byText),
    on_links_of_others: data.on_links_of_others,
  }
}

/** Returns the place of each collection: the names from the top, each with its number among siblings of the same name. */
function readPaths(collections: readonly LibraryCollection[]): Map<string, string> {
  const paths = new Map<string, string>()
  const taken = new Map<string, number>()
  for (const { id, parent, name } of collections) {
    const path = `${parent === null ? '' : paths.get(parent)}/${name}`
    const number = taken.get(path) ?? 0
    taken.set(path, number + 1)
    paths.set(id, number === 0 ? path : `${path} (${number + 1})`)
  }
  return paths
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
