import { shareTexts as texts } from '@nestmark/texts/share'
import { copyText } from '../../lib/copyText.ts'
import { IconButton } from '../../ui/Button.tsx'
import { IconLink } from '../../ui/icons.ts'

/** Copies the address of a collection, before anything is changed. */
export function CopyLink({ collectionId }: { collectionId: string }) {
  const address = `${location.origin}/c/${collectionId}`
  return (
    <IconButton
      icon={IconLink}
      label={texts.copy}
      onClick={() => void copyText(address, { ...texts, duration: 2000 })}
    />
  )
}
