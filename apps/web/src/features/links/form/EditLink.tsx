import { useEffect, useEffectEvent } from 'react'
import { openAnswer } from '../../../lib/encryption/openAnswer.ts'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { unlockLink } from '../../encryption/tasks/commands.ts'
import LinkForm from './LinkForm.tsx'
import type { EditedLink } from './state/useLinkFormStart.ts'

/** Edits a link. Asks for the key of an encrypted one first (ENC-11). */
export default function EditLink({ onClose, ...start }: EditedLink & { onClose: () => void }) {
  const locked = isLocked(start.link)
  const unlock = useEffectEvent(() => {
    onClose()
    unlockLink(start.link, () => void editOpened(start))
  })
  useEffect(() => {
    if (locked) unlock()
  }, [locked])
  return locked ? null : <LinkForm {...start} onClose={onClose} />
}

async function editOpened(start: EditedLink): Promise<void> {
  const { link } = await openAnswer({ link: start.link })
  if (!isLocked(link)) openOverlay('editLink', { ...start, link })
}
