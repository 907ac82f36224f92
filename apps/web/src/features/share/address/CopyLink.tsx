import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { copyText } from '../../../lib/browser/copyText.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { Button, IconButton } from '../../../ui/fields/Button.tsx'
import { IconLink } from '../../../ui/icons.ts'

/** Copies the address of a collection, before anything is changed. */
export function CopyLink({ collectionId }: { collectionId: string }) {
  const phone = usePhone()
  const address = `${location.origin}/c/${collectionId}`
  const copy = () => void copyText(address, { ...texts, duration: 2000 })
  // On phones the other buttons need the width.
  if (phone) return <IconButton icon={IconLink} label={texts.copy} onClick={copy} />
  return (
    <Button variant="ghost" icon={IconLink} onClick={copy}>
      {texts.copy}
    </Button>
  )
}
