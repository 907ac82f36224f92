import type { Link } from '@nestmark/contract/shapes'
import { recognise } from '@nestmark/core/embeds/recognise'
import { categories } from '@nestmark/core/limits'
import { linkPermissions, type Role } from '../../access/policies.ts'
import type { Ownership } from '../collections/placing/ownership.ts'
import { presentFiles } from '../uploads/presentFiles.ts'
import { pickPlainFields } from './saving/plainFields.ts'
import { type ListedLink, parseTags } from './store.ts'

const subCategoryNames: Record<string, string> = {
  '4/1': 'Notes / Article',
  '4/2': 'Quote',
  '4/3': 'Document',
  '4/4': 'Checklist',
  '4/5': 'Post',
}

/**
 * Returns links in their wire format.
 * @param ownership the caller's role and owner, one for all links or one per link
 * @param picture returns the address of a picture for this caller
 */
export function presentLinks(
  rows: readonly ListedLink[],
  ownership: Role | ((row: ListedLink) => Ownership),
  picture: (id: string) => string,
): Link[] {
  if (typeof ownership !== 'function') {
    const can = linkPermissions(ownership)
    return rows.map(row => presentLink(row, can, picture))
  }
  return rows.map(row => {
    const { role, shareRoot: _, ...owner } = ownership(row)
    return { ...presentLink(row, linkPermissions(role), picture), ...owner }
  })
}

function presentLink(row: ListedLink, can: Link['can'], picture: (id: string) => string): Link {
  const isEncrypted = row.key_id !== null
  // Visitors only see that a link is encrypted.
  const isBare = isEncrypted && !can.favourite
  return {
    _id: row.id,
    ...(isEncrypted ? presentEnvelopes(row, can) : presentTexts(row, picture)),
    category: row.category,
    subCategory: parseSubCategory(row.sub_category),
    category_text: categories[row.category - 1]?.tag ?? '',
    subCategory_text: subCategoryNames[`${row.category}/${row.sub_category}`] ?? '',
    thumbnail_width: row.picture_width ?? 0,
    thumbnail_height: row.picture_height ?? 0,
    parent: row.collection_id,
    parent_name: row.collection_name,
    tags: parseTags(row),
    favourite: row.is_favourite ? 1 : 0,
    create_date: row.created_at,
    update_date: row.updated_at,
    version: row.version,
    ...pickPlainFields(row),
    is_public: row.is_public ? 1 : 0,
    is_trash: row.trashed_at === null ? 0 : 1,
    is_scraped: row.is_scraped ? 1 : 0,
    isFile: row.file_bytes === null || isBare ? 0 : 1,
    enc: isEncrypted ? 1 : 0,
    size: isBare ? 0 : (row.file_bytes ?? 0),
    ...(isBare ? { s3_key: [] } : presentFiles(row.files)),
    embed: isEncrypted ? '' : row.player || findEmbed(row),
    linkVideoType: row.video_type,
    can,
  }
}

type Texts = Pick<Link, 'name' | 'desc' | 'link' | 'thumbnail' | 'check_list' | 'enc_check_list'>

function presentTexts(row: ListedLink, picture: (id: string) => string): Texts {
  return {
    name: row.title,
    desc: row.descr,
    link: row.address,
    thumbnail: row.picture_id === null ? '' : picture(row.picture_id),
    check_list: row.check_list === null ? [] : JSON.parse(row.check_list),
  }
}

/**
 * Returns the envelopes of an encrypted link for the owner and members; visitors only see that it is encrypted (E12).
 */
function presentEnvelopes(row: ListedLink, can: Link['can']): Texts {
  if (!can.favourite) return { name: '', desc: '', link: '', thumbnail: '', check_list: [] }
  return {
    name: row.title,
    desc: row.descr,
    link: row.address,
    thumbnail: row.sealed_picture ?? '',
    check_list: [],
    ...(row.check_list !== null && { enc_check_list: row.check_list }),
  }
}

/** Codes are numbers, except for the two hosts with sub-codes ('13-1'). */
function parseSubCategory(code: string | null): number | string | null {
  return code === null ? null : /^\d+$/.test(code) ? Number(code) : code
}

/**
 * Returns the player that the address itself leads to. Every recognised link has a code, except for maps; other links
 * are not parsed.
 */
function findEmbed(row: ListedLink): string {
  const mayBeMap = row.category === 3 && /\bmaps\b/.test(row.address)
  return row.sub_category !== null || mayBeMap ? (recognise(row.address)?.embed ?? '') : ''
}
