import type { LinkMedia } from '@nestmark/contract/links/linkMedia'
import type { Link } from '@nestmark/contract/shapes'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { openText, sealText } from '@nestmark/encryption/envelope'
import { formatSealedFile, parseSealedFile, type SealedFile } from '@nestmark/encryption/files/sealedFile'

/** Opens the descriptions of the files of a link, in their order; null for one that cannot be opened. */
export function openLinkFiles(
  key: CollectionKey,
  linkId: string,
  files: Link['s3_key'],
): Promise<(SealedFile | null)[]> {
  return Promise.all(
    files.map(async ({ sealed = '' }) => {
      try {
        return parseSealedFile(await openText(key, { linkId, field: 'sealed' }, sealed))
      } catch {
        return null
      }
    }),
  )
}

/** Encrypts the description of a file of a link. @throws EncryptionError when its name is not well-formed */
export function sealLinkFile(key: CollectionKey, linkId: string, file: SealedFile): Promise<string> {
  return sealText(key, { linkId, field: 'sealed' }, formatSealedFile(file))
}

/**
 * Returns what the page shows of the files of a link, as the server describes files in plain text.
 * @param media the server's answer, which reports whether the bytes exist
 */
export function toOpenMedia(files: readonly (SealedFile | null)[], media: LinkMedia): LinkMedia {
  const [first, ...more] = files
  const names = more.map(file => file?.name ?? '')
  const known = { ...media, ...(names.length > 0 && { more: names }) }
  if (!first) return media.state === 'lost' ? known : { ...known, state: 'failed', fault: 'unreadable' }
  const { name, type, width, height, duration, peaks } = first
  return { ...known, name, media_type: type, width, height, duration, peaks }
}
