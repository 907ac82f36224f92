import { getCollection } from '@nestmark/contract/collections'
import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { hiddenTagsTexts as texts } from '@nestmark/texts/encryption/hiddenTags'
import { useOperation } from '../../lib/api/operations.ts'
import { useKeys } from '../../lib/encryption/keyRing.ts'
import { HideTagsOption } from './dialogs/HideTagsOption.tsx'

/**
 * The option of an encrypted collection, for its owner. Where encrypted links have tags, switching it on needs the key: these
 * move inside.
 * @param changed undefined while the option is as it is stored
 */
export function CollectionTags({
  id,
  changed,
  onChange,
}: {
  id: string
  changed: boolean | undefined
  onChange: (hidesTags: boolean | undefined) => void
}) {
  const keys = useKeys()
  const { data: page } = useOperation(getCollection, { folder_id: id }, { quiet: true })
  const folder = page?.folder
  const isOffered = folder?.enc_id !== undefined && folder.can.share
  const { data } = useOperation(getFolderKeys, { folder_id: id }, { enabled: isOffered, quiet: true })
  if (!folder || !isOffered || !data) return null
  const kid = data.enc_id === null ? null : readKeyId(data.enc_id)
  const isStored = folder.hide_tags === 1
  const needsKey = !isStored && data.tagged > 0 && keys.every(key => key.kid !== kid)
  return (
    <HideTagsOption
      checked={changed ?? isStored}
      disabled={needsKey}
      line={needsKey ? texts.unlockFirst : texts.optionLine}
      onChange={checked => onChange(checked === isStored ? undefined : checked)}
    />
  )
}
