import { getCollection } from '@nestmark/contract/collections'
import { getFolderKeys, saveEncryptedLink } from '@nestmark/contract/encryption'
import type { saveLink } from '@nestmark/contract/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { normaliseAddress } from '@nestmark/core/url'
import { randomBytes, toBase64url } from '@nestmark/encryption/bytes'
import { readKeyId } from '@nestmark/encryption/validationValue'
import { errorTexts } from '@nestmark/texts/errors'
import { useState } from 'react'
import { Refusal } from '../../lib/api/client.ts'
import { useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { keyRing, useKeys } from '../../lib/encryption/keyRing.ts'
import { sealLinkFile } from '../../lib/encryption/linkFiles.ts'
import { sealLinkTexts } from '../../lib/encryption/linkTexts.ts'
import type { SealedUpload } from '../../lib/uploads/sealedUpload.ts'
import { useMe } from '../session/data.ts'

/**
 * Saves a new link encrypted, where its collection has a key that is open here.
 * @param parent the collection; null for the root
 * @param enabled false for links that are saved already
 */
export function useSaveEncryptedLink(
  parent: string | null,
  enabled: boolean,
  onSaved: (link: Link) => void,
  onRefused: (refusal: Refusal) => void,
) {
  const keys = useKeys()
  const root = useMe()?.root_folder
  const folder_id = parent ?? root ?? ''
  const [isWanted, setIsWanted] = useState(true)
  // The id is chosen here, because the texts are bound to it. A repeated call returns the same link.
  const [id] = useState(() => toBase64url(randomBytes(16)))
  const isEnabled = enabled && keys.length > 0 && folder_id !== ''
  const { data } = useOperation(getFolderKeys, { folder_id }, { enabled: isEnabled, quiet: true })
  const kid = data?.enc_id ? readKeyId(data.enc_id) : null
  const isPossible = enabled && kid !== null && keys.some(key => key.kid === kid)
  // `enabled: false`: the page of the collection has read it.
  const { data: page } = useOperation(getCollection, { folder_id }, { enabled: false, quiet: true })
  const isKnown = enabled && !(isEnabled && !data)
  const isLocked = isKnown && !isPossible && page?.folder.is_encrypted === 1 && page.folder.can.add
  const { mutate, isPending } = useOperationMutation(saveEncryptedLink, {
    quiet: true,
    onSuccess: onSaved,
    onError: onRefused,
  })
  return {
    /** The collection has a key that is not here: the link will be saved in clear. */
    lockedId: isLocked ? folder_id : null,
    /** The collection has a key here. */
    isPossible,
    isOn: isPossible && isWanted,
    /** The texts of the form go to no server before the link is saved: it will be encrypted, or this is not known yet. */
    isPrivate: isWanted && (isPossible || (isEnabled && !data)),
    setIsWanted,
    isPending,
    /** @param upload the file of the link */
    async save(input: Input<typeof saveLink>, upload?: SealedUpload): Promise<void> {
      const key = await keyRing.open(kid ?? '')
      if (!key) return onRefused(toKeyMissing())
      const { name, desc, link = '', category, subCategory, tags, check_list: items } = input
      const texts = await sealLinkTexts(key, id, {
        name,
        desc: desc ?? '',
        link: link === '' ? '' : (normaliseAddress(link) ?? link),
        thumbnail: upload?.thumbnail ?? '',
        check_list: (items ?? []).map(({ text, done }) => ({ text, done: done ?? false })),
      })
      mutate({
        _id: id,
        parent: folder_id,
        category,
        subCategory: subCategory ?? null,
        tags,
        ...texts,
        ...(upload && { s3_key: [{ file: upload.key, sealed: await sealLinkFile(key, id, upload.file) }] }),
      })
    },
  }
}

/** Says that the key was forgotten since the form was opened. */
const toKeyMissing = () =>
  new Refusal({ status: 409, code: 'encryption.encrypted', message: errorTexts['encryption.encrypted'] })

export type Sealing = ReturnType<typeof useSaveEncryptedLink>
