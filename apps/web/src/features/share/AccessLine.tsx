import type { Collection } from '@nestmark/contract/shapes'
import { shareTexts as texts } from '@nestmark/texts/share'
import { IconUsers } from '../../ui/icons.ts'
import css from './AccessLine.module.css'

/** Shows under the name of another person's collection who shares it, and what the user may do. */
export function AccessLine({ folder }: { folder: Pick<Collection, 'role' | 'owner_name'> }) {
  const { role, owner_name = '' } = folder
  if (role === 'owner' || role === 'public') return null
  return (
    <p className={css.line}>
      <IconUsers className="i s14" />
      <span dir="auto">{texts.access.sharedBy(owner_name, role)}</span>
    </p>
  )
}
