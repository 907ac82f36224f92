import type { Collection } from '@nestmark/contract/shapes'
import { shareTexts as texts } from '@nestmark/texts/share'
import { IconUsers, IconWorld } from '../../ui/icons.ts'
import css from './AccessLine.module.css'

/** Shows under the name of another person's collection who shares it, and what the user may do. */
export function AccessLine({ folder }: { folder: Pick<Collection, 'role' | 'owner_name'> }) {
  const { role, owner_name = '' } = folder
  if (role === 'owner') return null
  const Icon = role === 'public' ? IconWorld : IconUsers
  return (
    <p className={css.line}>
      <Icon className="i s14" />
      <span dir="auto">
        {role === 'public' ? texts.access.public(owner_name) : texts.access.sharedBy(owner_name, role)}
      </span>
    </p>
  )
}
