import * as contract from '@nestmark/contract/encryption/encryption'
import { limits } from '@nestmark/core/limits'
import { grantScope } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action, libraryRead, ownLibraryRead } from '../../../calls/action.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { listHighlightsOfLinks } from '../../highlights/highlightsOfLinks.ts'
import { presentLinks } from '../../links/present.ts'
import { notesOfLinks } from '../../links/words/noteStore.ts'
import { presentMixed } from '../../links/lists/readLinks.ts'
import { listInOrder, type ListPosition } from './listQuery.ts'
import { countByKey, countSearchedByKey } from '../keys/folderKeyStore.ts'

/**
 * Lists links in the order of their creation, for the browser to search them, or to encrypt or decrypt them in batches: no
 * link changes its position in this order while its batch is processed.
 */
export const listEncryptedLinks = action(contract.listEncryptedLinks, libraryRead, async (call, input) => {
  const { folder_id: folderId, include_sub: sub, enc, key_id: keyId, after, trash, bare, texts } = input
  const { actor, services } = call
  const isShared = input.shared === 1
  const { read } = services.db
  const collection = folderId ? (await grantScope(read, actor, folderId)).collection : null
  if (collection?.role === 'public') refuse('collections.readOnly')
  const isMember = collection !== null && collection.role !== 'owner'
  const rows = await listInOrder(read, {
    personId: actor.personId,
    ownerId: isShared ? null : (collection?.owner_id ?? actor.personId),
    collection,
    withDescendants: sub === 1,
    isEncrypted: enc === 1,
    keyId,
    after: after === undefined ? null : parsePosition(after),
    // Members do not see what others have trashed.
    withTrash: trash === 1 && !isMember && !isShared,
    limit: limits.encryptedPage,
  })
  const links = isShared
    ? await presentMixed(call, rows)
    : presentLinks(rows, collection?.role ?? 'owner', createPictureAddresses(call))
  const last = rows.at(-1)
  const ids = texts === 1 ? rows.map(row => row.id) : []
  const notes = await notesOfLinks(read, actor.personId, ids)
  const highlights = await listHighlightsOfLinks(read, actor.personId, texts === 1 ? rows : [])
  const shown = links.map(link => ({
    ...link,
    ...(bare === 1 && { thumbnail: '' }),
    ...(texts === 0 && withoutTexts),
    ...(notes.has(link._id) && { note: notes.get(link._id)?.note }),
    ...(highlights.has(link._id) && { highlights: highlights.get(link._id) }),
  }))
  const isLast = last === undefined || rows.length < limits.encryptedPage
  return { links: shown, next: isLast ? null : `${last.created_at}.${last.id}` }
})

const withoutTexts = {
  name: '',
  desc: '',
  link: '',
  thumbnail: '',
  check_list: [],
  enc_check_list: undefined,
  s3_key: [],
  media: undefined,
}

function parsePosition(text: string): ListPosition {
  const [time = '', id = ''] = text.split('.')
  return { createdAt: Number(time), id }
}

/** Returns how many links of the caller's library, or of the caller's search, are encrypted with which key. */
export const countEncryptedLinks = action(
  contract.countEncryptedLinks,
  ownLibraryRead,
  async ({ actor, services: { db } }, { searched }) => {
    if (searched === 1) return { keys: await countSearchedByKey(db.read, actor.personId) }
    const keys = await countByKey(db.read, actor.personId)
    return { keys: keys.map(({ key_id, count }) => ({ key_id, count })) }
  },
)
