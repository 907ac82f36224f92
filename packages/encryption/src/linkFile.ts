import { parseEnvelope } from '@nestmark/core/encryptedText'
import { toBase64url, toUtf8, type Bytes } from './bytes.ts'
import { checkIds } from './keys/collectionKey.ts'
import { check } from './encryptionError.ts'
import { deriveBytes } from './gcm.ts'
import { parseJson } from './files/headerText.ts'

/** A collection of an export: one with encrypted links, or one above it. */
export interface ExportedCollection {
  _id: string
  name: string
  /** null at the top of the file. */
  parent: string | null
  /** The validation values of its current and previous keys. */
  values: string[]
}

/** An encrypted link of an export, with its envelopes as the server stores them. */
export interface ExportedLink {
  _id: string
  /** null for a link of the root. */
  parent: string | null
  category: number
  subCategory: number | string | null
  tags: string[]
  name: string
  desc: string
  link: string
  /** '' without a picture. */
  thumbnail: string
  enc_check_list?: string
  note?: string
  /** The date of its creation, in milliseconds since 1970. Absent in older exports. */
  created?: number
  /** Only where it is a favourite. */
  favourite?: 1
}

export interface LinkFile {
  collections: ExportedCollection[]
  links: ExportedLink[]
}

/** The most characters of an export. V8 makes no longer text. */
export const maxLinkFileLength = 500_000_000

const type = 'nestmark-encrypted-links'

/**
 * Returns the text of an export in pieces, one for each link. It contains no key.
 * @param created the time as ISO 8601
 */
export function writeLinkFile({ collections, links }: LinkFile, created: string): string[] {
  const head = JSON.stringify({ type, v: 1, created, collections })
  return [
    `${head.slice(0, -1)},"links":[\n`,
    ...links.map((link, at) => `${JSON.stringify(link)}${at < links.length - 1 ? ',' : ''}\n`),
    ']}\n',
  ]
}

/**
 * Reads an export. Its envelopes are opened later: only what has the shape of one is accepted.
 * @throws EncryptionError when it is no export, or a part of it is malformed
 */
export function readLinkFile(text: string): LinkFile {
  check(text.length <= maxLinkFileLength)
  const file = parseJson(text.replace(/^\uFEFF/, ''))
  check(isRecord(file) && file.type === type && file.v === 1)
  check(Array.isArray(file.collections) && Array.isArray(file.links))
  const collections = file.collections.map(readCollection)
  const ids = new Set(collections.map(({ _id }) => _id))
  for (const { parent } of collections) check(parent === null || ids.has(parent))
  const links = file.links.map(readLink)
  for (const { parent } of links) check(parent === null || ids.has(parent))
  return { collections, links }
}

function readCollection(value: unknown): ExportedCollection {
  check(isRecord(value))
  const { _id, name, parent, values } = value
  check(isText(_id) && isText(name) && (parent === null || isText(parent)) && isTexts(values))
  checkIds(_id)
  return { _id, name, parent, values }
}

function readLink(value: unknown): ExportedLink {
  check(isRecord(value))
  const { _id, parent, category, subCategory, tags, name, desc, link, thumbnail } = value
  const { enc_check_list: items, note, created, favourite } = value
  check(isText(_id) && (parent === null || isText(parent)) && isTexts(tags))
  checkIds(_id)
  check(Number.isInteger(category))
  check(subCategory === null || isText(subCategory) || Number.isInteger(subCategory))
  check(isText(name) && isText(desc) && isText(link) && isText(thumbnail))
  const kid = parseEnvelope(name, 'name')?.kid
  check(kid !== undefined)
  check(parseEnvelope(desc, 'desc')?.kid === kid && parseEnvelope(link, 'link')?.kid === kid)
  check(thumbnail === '' || parseEnvelope(thumbnail, 'thumbnail')?.kid === kid)
  check(items === undefined || (isText(items) && parseEnvelope(items, 'check_list')?.kid === kid))
  check(note === undefined || (isText(note) && parseEnvelope(note, 'note') !== null))
  check(created === undefined || Number.isSafeInteger(created))
  check(favourite === undefined || favourite === 0 || favourite === 1)
  return {
    _id,
    parent,
    category: category as number,
    subCategory: subCategory as number | string | null,
    tags,
    name,
    desc,
    link,
    thumbnail,
    ...(items !== undefined && { enc_check_list: items }),
    ...(note !== undefined && { note }),
    ...(created !== undefined && { created: created as number }),
    ...(favourite === 1 && { favourite }),
  }
}

/**
 * Returns the id that a link of an export gets. A repeated import into the same collection gets the same ids, so it
 * saves no link twice. No one without the key can choose these ids first.
 * @param key the bytes of the key with which the link is encrypted again
 */
export async function importedLinkId(key: Bytes, collectionId: string, linkId: string): Promise<string> {
  checkIds(collectionId, linkId)
  const salt = toUtf8(`${collectionId}|${linkId}`)
  return toBase64url(await deriveBytes(key, 'nm1/import', { salt, length: 16 }))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
