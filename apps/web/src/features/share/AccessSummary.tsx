import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import type { ReactNode } from 'react'
import { IconEdit, IconEye, IconMail, IconWorld } from '../../ui/icons.ts'
import { toDisplayName } from '../collections/data.ts'
import css from './AccessSummary.module.css'
import type { Permissions } from './data.ts'
import { computeEffectiveAccess } from './members/effectiveAccess.ts'
import { formatInvited } from './members/formatInvited.ts'

/** Summarises who can open a collection with the chosen permissions, also through those above it. */
export function AccessSummary({ permissions }: { permissions: Permissions }) {
  const { publicThrough, people, invited } = computeEffectiveAccess(permissions)
  const list = (type: 'read' | 'write') =>
    people.filter(person => person.type === type).map(({ name, email }) => name || email)
  const readers = list('read')
  const through = publicThrough === 'here' || publicThrough === null ? null : publicThrough.name
  return (
    <ul className={`g6 t2 ${css.summary}`} aria-label={texts.summary.label} aria-live="polite">
      {publicThrough && (
        <Line icon={<IconWorld className="i" />}>
          {through === null ? texts.summary.anyone : texts.summary.anyoneThrough(toDisplayName(through))}
        </Line>
      )}
      <Line icon={<IconEdit className="i" />}>{texts.summary.write(list('write'))}</Line>
      {readers.length > 0 && <Line icon={<IconEye className="i" />}>{texts.summary.read(readers)}</Line>}
      {formatInvited(invited).map(line => (
        <Line key={line} icon={<IconMail className="i" />}>
          {line}
        </Line>
      ))}
    </ul>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className={`flex anywhere ${css.line}`}>
      {icon}
      <span dir="auto">{children}</span>
    </li>
  )
}
