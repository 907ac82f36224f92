import type { Link } from '@nestmark/contract/shapes'
import type { EncryptedField } from '@nestmark/core/encryptedText'
import { parseHttpUrl } from '@nestmark/core/addresses/httpUrl'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { openText, sealText } from '@nestmark/encryption/envelope'
import type { SealedTexts } from './sealedLink.ts'

/** The texts of a link that are encrypted. */
export type LinkTexts = Pick<Link, 'name' | 'desc' | 'link' | 'thumbnail' | 'check_list'>

/**
 * Opens the texts of a link; null when one of them cannot be opened with the key. The server could not check them, and any
 * member with the key may have written them: an address that is not http or https, a picture that would be loaded from
 * another site, and malformed items are left out.
 */
export async function openLinkTexts(
  key: CollectionKey,
  linkId: string,
  sealed: SealedTexts,
): Promise<LinkTexts | null> {
  const open = (field: EncryptedField, envelope: string) => openText(key, { linkId, field }, envelope)
  try {
    const [name, desc, link, thumbnail, items] = await Promise.all([
      open('name', sealed.name),
      // A part of a link has no description.
      sealed.desc ? open('desc', sealed.desc) : '',
      open('link', sealed.link),
      sealed.thumbnail ? open('thumbnail', sealed.thumbnail) : '',
      sealed.enc_check_list ? open('check_list', sealed.enc_check_list) : '[]',
    ])
    return {
      name,
      desc,
      link: parseHttpUrl(link) ? link : '',
      thumbnail: thumbnail.startsWith('data:image/') ? thumbnail : '',
      check_list: readItems(JSON.parse(items)),
    }
  } catch {
    return null
  }
}

function readItems(value: unknown): LinkTexts['check_list'] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    const { text, done } = (item ?? {}) as Record<string, unknown>
    return typeof text === 'string' ? [{ text, done: done === true }] : []
  })
}

/** Encrypts the texts of a link. Empty texts are encrypted too; without a picture `thumbnail` stays empty. */
export async function sealLinkTexts(key: CollectionKey, linkId: string, texts: LinkTexts) {
  const seal = (field: EncryptedField, text: string) => sealText(key, { linkId, field }, text)
  const [name, desc, link, thumbnail, items] = await Promise.all([
    seal('name', texts.name),
    seal('desc', texts.desc),
    seal('link', texts.link),
    texts.thumbnail ? seal('thumbnail', texts.thumbnail) : '',
    texts.check_list.length > 0 ? seal('check_list', JSON.stringify(texts.check_list)) : null,
  ])
  return { name, desc, link, thumbnail, enc_check_list: items }
}

/** Opens a private note; null when the key is another. */
export async function openNote(key: CollectionKey, linkId: string, envelope: string): Promise<string | null> {
  return openText(key, { linkId, field: 'note' }, envelope).catch(() => null)
}
