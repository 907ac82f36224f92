import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { listFolderKeys } from '@nestmark/contract/encryption/encryptedBatches'
import type { Collection } from '@nestmark/contract/shapes'
import { useOperation } from '../../../lib/api/operations.ts'
import { useKeys } from '../../../lib/encryption/keyRing.ts'
import type { LinkQuery } from '../../links/listQuery.ts'

/** The encrypted links of a list. */
export interface EncryptedCount {
  /** How many are open in this browser. */
  open: number
  locked: number
  /** A collection with locked links and their key. */
  lock: { collectionId: string; kid: string } | undefined
  /** There are more collections than were counted. */
  isMore: boolean
}

/**
 * Counts the encrypted links of a collection's list; undefined while they are unknown. Visitors get none of their texts:
 * for them there is nothing to open.
 */
export function useEncryptedCount(
  folder: Collection,
  { sub = false, input, sort }: LinkQuery,
): EncryptedCount | undefined {
  const folder_id = folder._id
  // Those of all descendants are counted only where the list shows their number.
  const isWanted = !sub || input.trim() !== '' || sort !== 'date'
  const isVisitor = folder.role === 'public'
  const hasKey = folder.enc_id !== undefined
  const own = useOperation(getFolderKeys, { folder_id }, { enabled: hasKey && !sub, quiet: true })
  const all = useOperation(
    listFolderKeys,
    { folder_id },
    { enabled: isWanted && sub && !isVisitor, quiet: true },
  )
  const here = new Set(useKeys().map(({ kid }) => kid))
  if (isVisitor || (!sub && !hasKey)) return { open: 0, locked: 0, lock: undefined, isMore: false }
  const counted = sub ? all : own
  // Without an answer, any encrypted link may be in the list.
  if (isWanted && counted.isError && counted.data === undefined)
    return { open: 0, locked: 0, lock: undefined, isMore: true }
  const folders = sub ? all.data?.folders : own.data && [{ ...own.data, _id: folder_id }]
  if (!folders || !isWanted) return undefined
  const used = folders.flatMap(({ _id, links }) =>
    links.map(({ key_id: kid, count, trashed }) => ({ collectionId: _id, kid, count: count - trashed })),
  )
  const missing = used.filter(({ kid, count }) => count > 0 && !here.has(kid))
  const [lock] = missing
  const locked = missing.reduce((sum, { count }) => sum + count, 0)
  return {
    open: used.reduce((sum, { count }) => sum + count, 0) - locked,
    locked,
    lock: lock && { collectionId: lock.collectionId, kid: lock.kid },
    isMore: sub && all.data?.next !== null,
  }
}
