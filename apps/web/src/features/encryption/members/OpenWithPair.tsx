import { listGivenKeys } from '@nestmark/contract/encryption/encryptionKeys'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { useOperation } from '../../../lib/api/operations.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { useOpenGivenKey } from './useOpenGivenKey.ts'

/** Offers to open a collection with a key that its owner gave. Renders nothing without one. */
export function OpenWithPair({
  collectionId,
  kid,
  onOpened,
}: {
  collectionId: string
  kid: string | undefined
  onOpened: () => void
}) {
  const { data } = useOperation(listGivenKeys, {}, { quiet: true })
  const given = data?.keys.find(
    key => key.folder_id === collectionId && (kid === undefined || key.key_id === kid),
  )
  const open = useOpenGivenKey(given)
  if (!given) return null
  return (
    <div className="row wrap g10">
      <p className="t2 grow">{texts.openWithPairLine(given.giver.name)}</p>
      <Button icon={IconKey} onClick={() => open(onOpened)}>
        {texts.openWithPair}
      </Button>
    </div>
  )
}
