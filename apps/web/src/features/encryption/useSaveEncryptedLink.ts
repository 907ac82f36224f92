import { getCollection } from '@nestmark/contract/collections'
import { getFolderKeys, saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import type { saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { newLinkId } from '@nestmark/encryption/envelope'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { errorTexts } from '@nestmark/texts/errors'
import { useRef, useState } from 'react'
import { Refusal } from '../../lib/api/client.ts'
import { useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { useKeys } from '../../lib/encryption/keyRing.ts'
import { chooseWay, isEncryptedPlace } from '../../lib/encryption/entering.ts'
import { findOpenKey } from '../../lib/api/collectionKeys.ts'
import { sealLinkFile } from '@nestmark/client/encryption/linkFiles'
import type { SealedUpload } from '../../lib/uploads/sending/sealedUpload.ts'
import { useMe } from '../session/data.ts'
import { sealNewLink } from './sealNewLink.ts'

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
  const [id] = useState(newLinkId)
  const isEnabled = enabled && keys.length > 0 && folder_id !== ''
  const { data } = useOperation(getFolderKeys, { folder_id }, { enabled: isEnabled, quiet: true })
  const kid = data?.enc_id ? readKeyId(data.enc_id) : null
  const isPossible = enabled && kid !== null && keys.some(key => key.kid === kid)
  // `enabled: false`: the page of the collection has read it.
  const { data: page } = useOperation(getCollection, { folder_id }, { enabled: false, quiet: true })
  const isKnown = enabled && !(isEnabled && !data)
  const hasKey = page ? page.folder.is_encrypted === 1 && page.folder.can.add : isEncryptedPlace(parent)
  const isLocked = isKnown && !isPossible && hasKey
  // A file is sent before its link, so its person has chosen before.
  const isPlainChosen = useRef(false)
  const { mutate, isPending } = useOperationMutation(saveEncryptedLink, {
    quiet: true,
    onSuccess: onSaved,
    onError: onRefused,
  })
  return {
    /** The collection has a key that is not here: saving asks for it. */
    lockedId: isLocked ? folder_id : null,
    /** The collection has a key here. */
    isPossible,
    isOn: isPossible && isWanted,
    /** The link will be encrypted, or this is not known yet: nothing of the form goes to a server before. */
    isPrivate: isWanted && (isPossible || isLocked || (isEnabled && !data)),
    /**
     * Returns whether the link is saved encrypted, when this is known. Asks for the key of a locked collection. @throws Refusal
     * when the server does not report it, or the key is not given
     */
    willEncrypt: async () => {
      if (!isWanted || isPlainChosen.current) return false
      if (!isLocked) return isEnabled && (await findOpenKey(folder_id)) !== null
      const way = await chooseWay(folder_id)
      if (way === 'cancelled') throw toKeyMissing()
      isPlainChosen.current = way === 'plain'
      return way === 'encrypted'
    },
    /** Returns the input that saves the link in plain text: in a collection with a key, where the person chooses it. */
    toPlainInput: (input: Input<typeof saveLink>): Input<typeof saveLink> =>
      (isPossible && !isWanted) || isPlainChosen.current ? { ...input, plain: 1 } : input,
    setIsWanted,
    /** It will be encrypted in a collection that keeps tags inside: they become words of the description. */
    hidesTags: isPossible && isWanted && data?.hide_tags === 1,
    isPending,
    /**
     * @param upload the file of the link
     * @param saveInClear saves it where it turns out that the collection has no key here
     */
    async save(
      input: Input<typeof saveLink>,
      upload: SealedUpload | undefined,
      saveInClear: () => void,
    ): Promise<void> {
      try {
        const key = await findOpenKey(folder_id)
        if (!key) return isPossible || upload ? onRefused(toKeyMissing()) : saveInClear()
        mutate({
          ...(await sealNewLink(key, { _id: id, parent: folder_id }, input, upload?.thumbnail)),
          ...(upload && { s3_key: [{ file: upload.key, sealed: await sealLinkFile(key, id, upload.file) }] }),
        })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        onRefused(error)
      }
    },
  }
}

/** Returns the error for a key that was removed since the form was opened. */
const toKeyMissing = () =>
  new Refusal({ status: 409, code: 'encryption.encrypted', message: errorTexts['encryption.encrypted'] })

export type Sealing = ReturnType<typeof useSaveEncryptedLink>
