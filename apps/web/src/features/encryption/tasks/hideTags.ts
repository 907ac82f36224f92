import { updateCollection } from '@nestmark/contract/collections'
import { getFolderKeys, updateEnc } from '@nestmark/contract/encryption/encryption'
import { hiddenTagsTexts as texts } from '@nestmark/texts/encryption/hiddenTags'
import { client } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { showError } from '../../../lib/api/showError.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { startRunner } from '../../../lib/encryption/runner.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { quoted } from '@nestmark/texts/quoted'

interface HidingCollection {
  _id: string
  name: string
}

/**
 * Moves the tags of encrypted links of a collection that hides them into their descriptions, and shows the progress. Asks for
 * the key where it is missing (ENC-12).
 */
export async function moveTagsInside(folder: HidingCollection): Promise<void> {
  try {
    const { enc_id: value, tagged } = await client.call(getFolderKeys, { folder_id: folder._id })
    if (value === null || tagged === 0)
      return await refresh([...updateCollection.touches, ...updateEnc.touches])
    const kid = readKeyId(value)
    if (keyRing.find(kid) === undefined)
      return openOverlay('unlock', {
        collectionId: folder._id,
        kid,
        onDone: () => void moveTagsInside(folder),
      })
    const { hideTagsOfTarget } = await import('./runs.ts')
    const runner = startRunner(
      options => hideTagsOfTarget(folder, options),
      () => void announceEnd(folder._id),
    )
    openOverlay('encryptionRun', { runner, kind: 'hideTags', name: quoted(folder.name), total: tagged })
  } catch (error) {
    showError(error)
  }
}

/** Shows the result. Links with a key that is not in this browser, or with a long description, still have their tags. */
async function announceEnd(folder_id: string): Promise<void> {
  try {
    const { tagged } = await client.call(getFolderKeys, { folder_id })
    if (tagged === 0) toast({ title: texts.converted })
    else toast({ tone: 'info', title: texts.left(tagged) })
  } catch (error) {
    showError(error)
  }
}
