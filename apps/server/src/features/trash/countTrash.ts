import type { countTrash as contract } from '@nestmark/contract/trash'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { listTrashedCollections } from './listTrashedCollections.ts'
import { listTrashedLinks } from './listTrashedLinks.ts'

/** Counts the items at the top of the trash. */
export async function countTrash(call: Call): Promise<Output<typeof contract>> {
  const [links, folders] = await Promise.all([
    listTrashedLinks(call, { page: 1 }),
    listTrashedCollections(call, { page: 1 }),
  ])
  return { links: links.total, folders: folders.total }
}
