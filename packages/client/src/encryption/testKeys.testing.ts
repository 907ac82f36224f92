import type { Link } from '@nestmark/contract/shapes'
import { randomBytes, toBase64url } from '@nestmark/encryption/bytes'
import { type CollectionKey, openKey } from '@nestmark/encryption/keys/collectionKey'
import { type KeyRecord, toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { newSecretHeader } from '@nestmark/encryption/secrets/secret'
import { composeValidationValue } from '@nestmark/encryption/secrets/validationValue'
import { sealLinkTexts } from './linkTexts.ts'

/** A key of a collection. Its validation value opens with the key, and with no secret: deriving one takes long. */
export interface TestKey {
  raw: Uint8Array<ArrayBuffer>
  key: CollectionKey
  kid: string
  record: KeyRecord
  value: string
}

/** Makes the key of a collection. @param raw another one for each further key */
export async function makeTestKey(
  collectionId: string,
  raw = randomBytes(32),
  label = `Key of ${collectionId}`,
): Promise<TestKey> {
  const key = await openKey(raw)
  const header = { ...newSecretHeader(), wk: toBase64url(randomBytes(60)), kid: key.kid }
  const value = await composeValidationValue(key, { collectionId, header, iv: randomBytes(12) })
  return { raw, key, kid: key.kid, record: await toKeyRecord(raw, { collectionId, label }), value }
}

/** Makes a link in plain text, in the collection `papers`. */
export function makeLink(id: string, part: Partial<Link> = {}): Link {
  return {
    _id: id,
    name: `name of ${id}`,
    desc: `text of ${id}`,
    link: `https://example.org/${id}`,
    category: 3,
    subCategory: null,
    thumbnail: '',
    parent: 'papers',
    tags: [],
    favourite: 0,
    create_date: 1,
    update_date: 1,
    version: 1,
    check_list: [],
    is_trash: 0,
    isFile: 0,
    enc: 0,
    s3_key: [],
    embed: '',
    can: { edit: true, move: true, trash: true, favourite: true, share: true },
    ...part,
  } as unknown as Link
}

/** Returns a link as the server stores it after its encryption. */
export async function sealTestLink({ key }: Pick<TestKey, 'key'>, link: Link): Promise<Link> {
  const { enc_check_list: items, ...texts } = await sealLinkTexts(key, link._id, link)
  return { ...link, ...texts, ...(items !== null && { enc_check_list: items }), check_list: [], enc: 1 }
}

/** Makes tags of these names. */
export const makeTags = (...names: string[]) =>
  names.map(name => ({ _id: `id of ${name}`, name })) as Link['tags']
