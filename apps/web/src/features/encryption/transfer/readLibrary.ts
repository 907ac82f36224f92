import { getTree } from '@nestmark/contract/collections'
import { listEncryptedLinks } from '@nestmark/contract/encryption'
import type { Output } from '@nestmark/contract/operation'
import { client } from '../../../lib/api/client.ts'
import type { RunOptions } from '../../../lib/encryption/runner.ts'
import { isSealed, type SealedLink } from '../../../lib/encryption/sealedLink.ts'

type ListedLink = Output<typeof listEncryptedLinks>['links'][number]

/** An encrypted link of the person, open where its key is here. `note` is the envelope of their private note. */
export type LibraryLink = ListedLink & SealedLink

/** A collection with encrypted links, or one above it. */
export interface LibraryCollection {
  id: string
  name: string
  /** null directly below the root. */
  parent: string | null
}

/**
 * Creates a reader of all encrypted links of the person's library.
 * @returns a function that reads on from where it was stopped, and returns the number of links that it has read
 */
export function createLibraryReader() {
  const links: LibraryLink[] = []
  let after: string | null | undefined
  const read = async ({ signal, onProgress }: RunOptions): Promise<number> => {
    let done = 0
    while (after !== null && !signal.aborted) {
      const position = after === undefined ? {} : { after }
      const page: Output<typeof listEncryptedLinks> = await client.call(listEncryptedLinks, position)
      for (const link of page.links) if (isSealed(link)) links.push(link)
      done += page.links.length
      after = page.next
      onProgress(done)
    }
    return done
  }
  return { read, links }
}

/** Reads the collections of links and those above them, parents first. @throws Refusal */
export async function readCollectionsOf(
  links: readonly LibraryLink[],
): Promise<{ rootId: string; collections: LibraryCollection[] }> {
  const root = await client.call(getTree, {})
  const used = new Set(links.map(link => link.parent))
  const all: LibraryCollection[] = []
  const stack = root.children.map(node => ({ node, parent: null as string | null }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, parent } = next
    all.push({ id: node._id, name: node.folder_name, parent })
    for (const child of node.children) stack.push({ node: child, parent: node._id })
  }
  // Children follow their parents, so a walk from the end keeps each path to a used collection.
  for (const { id, parent } of all.toReversed()) if (used.has(id) && parent !== null) used.add(parent)
  return { rootId: root._id, collections: all.filter(({ id }) => used.has(id)) }
}
