import type { Collection } from '@nestmark/contract/shapes'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { IconUsers } from '../../ui/icons.ts'
import css from './AccessLine.module.css'

/** Shows the owner of a shared collection and the user's rights, below its name. */
export function AccessLine({ folder }: { folder: Pick<Collection, 'role' | 'owner_name'> }) {
  const { role, owner_name = '' } = folder
  if (role === 'owner' || role === 'public') return null
  return (
    <p className={`row g6 t3 ${css.line}`}>
      <IconUsers className="i s14" />
      <span dir="auto">{texts.access.sharedBy(owner_name, role)}</span>
    </p>
  )
}
