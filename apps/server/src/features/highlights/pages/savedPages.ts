import type { HighlightPage, SavedPage } from '@nestmark/contract/reading/highlights'
import { compareKey } from '@nestmark/core/addresses/url'
import type { Role } from '../../../access/policies.ts'
import { sharedRoles } from '../../../access/roles.ts'
import type { Queries } from '../../../db/db.ts'
import { parseFileKey } from './pageKey.ts'
import { type ListedPage, listSavedByAddress, listSavedById, type SavedRow } from './pageStore.ts'

/** Who reads highlights, and how the addresses of pictures are built for them. */
export interface PageReader {
  db: Queries
  personId: string
  picture: (id: string) => string
}

/** Returns the id of the link that a page belongs to, encrypted or with a file; null for the page of an address. */
const linkOf = (page: ListedPage) => page.link_id ?? parseFileKey(page.page_key)

/** Returns a function that gives the link in which a page is saved; null for others. */
export async function readSavedPages(
  { db, personId, picture }: PageReader,
  pages: readonly ListedPage[],
): Promise<(page: ListedPage) => HighlightPage['saved']> {
  const keys = new Map(
    pages.flatMap(page => (linkOf(page) === null ? [[page.id, compareKey(page.address)]] : [])),
  )
  const [byAddress, byId] = await Promise.all([
    listSavedByAddress(
      db,
      personId,
      [...keys.values()].filter(key => key !== ''),
    ),
    listSavedById(
      db,
      pages.flatMap(page => linkOf(page) ?? []),
    ),
  ])
  const others = [...byId.values()].filter(row => row.owner_id !== personId)
  const roles = await sharedRoles(db, { personId }, [...new Set(others.map(row => row.collection_id))])
  const roleOf = (row: SavedRow): Role =>
    row.owner_id === personId ? 'owner' : (roles.get(row.collection_id)?.role ?? null)
  return page => {
    const id = linkOf(page)
    if (id === null) {
      const row = byAddress.get(keys.get(page.id) ?? '')
      return row ? presentSaved(row, 'owner', picture) : null
    }
    const row = byId.get(id)
    if (!row) return null
    const role = roleOf(row)
    if (page.link_id === null && (role === null || row.is_live === 0)) return null
    return presentSaved(row, role, picture)
  }
}

function presentSaved(row: SavedRow, role: Role, picture: (id: string) => string): SavedPage {
  const isEncrypted = row.key_id !== null
  // Visitors get no envelopes (E12).
  const isHidden = role === null || (isEncrypted && role === 'public')
  const pictureOfLink = row.picture_id === null ? '' : picture(row.picture_id)
  const thumbnail = isEncrypted ? (row.sealed_picture ?? '') : pictureOfLink
  const isOwn = role === 'owner'
  return {
    _id: row.id,
    ...(isHidden ? { name: '', link: '', thumbnail: '' } : { name: row.title, link: row.address, thumbnail }),
    category: row.category,
    enc: isEncrypted ? 1 : 0,
    isFile: row.is_file ? 1 : 0,
    has_copy: row.has_copy ? 1 : 0,
    parent: isOwn ? row.collection_id : '',
    parent_name: isOwn ? row.collection_name : '',
  }
}
