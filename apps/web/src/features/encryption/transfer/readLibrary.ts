import { listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import type { Output } from '@nestmark/contract/operation'
import { sealedClient } from '../../../lib/api/client.ts'
import type { RunOptions } from '../../../lib/encryption/runner.ts'
import { indexTree } from '../../collections/tree/tree.ts'
import { readTree } from '../tasks/subtree.ts'

/** An encrypted link of the person with its envelopes. `note` is that of their private note. */
export type LibraryLink = Output<typeof listEncryptedLinks>['links'][number]

/** A collection with encrypted links, or one above it. */
export interface LibraryCollection {
  id: string
  name: string
  /** null directly below the root. */
  parent: string | null
}

/**
 * Creates a reader of all encrypted links of the person's library. Links with files are only counted: their files are in no
 * such export.
 * @returns a function that reads on from where it was stopped, and returns the number of links that it has read
 */
export function createLibraryReader() {
  const links: LibraryLink[] = []
  const withFiles: LibraryLink[] = []
  let after: string | null | undefined
  const read = async ({ signal, onProgress }: RunOptions): Promise<number> => {
    let done = 0
    while (after !== null && !signal.aborted) {
      const position = after === undefined ? {} : { after }
      const page: Output<typeof listEncryptedLinks> = await sealedClient.call(listEncryptedLinks, position)
      for (const link of page.links) (link.isFile === 1 ? withFiles : links).push(link)
      done += page.links.length
      after = page.next
      onProgress(done)
    }
    return done
  }
  return { read, links, withFiles }
}

/** Reads the collections of links and those above them, parents first. @throws Refusal */
export async function readCollectionsOf(
  links: readonly LibraryLink[],
): Promise<{ rootId: string; collections: LibraryCollection[] }> {
  const { root, entries } = indexTree(await readTree())
  const used = new Set(links.map(link => link.parent))
  const all = [...entries.values()].filter(({ id }) => id !== root)
  // Children follow their parents, so a walk from the end keeps each path to a used collection.
  for (const { id, parent } of all.toReversed()) if (used.has(id) && parent !== null) used.add(parent)
  const collections = all
    .filter(({ id }) => used.has(id))
    .map(({ id, name, parent }) => ({ id, name, parent: parent === root ? null : parent }))
  return { rootId: root, collections }
}
