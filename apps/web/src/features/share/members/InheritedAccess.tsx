import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { Link } from '../../../lib/router/links.tsx'
import { IconArrowRight, IconMail, IconUsers, IconWorld } from '../../../ui/icons.ts'
import { toDisplayName } from '../../collections/data.ts'
import type { Permissions } from '../data.ts'
import css from './InheritedAccess.module.css'

/** Shows the access that the collections above grant, now or after signing up, with a link to each. */
export function InheritedAccess({
  permissions: { inherited, invited_above },
  onLeave,
}: {
  permissions: Pick<Permissions, 'inherited' | 'invited_above'>
  /** Called when the page of a collection above opens. */
  onLeave: () => void
}) {
  const grants = inherited.map(({ _id, name, is_public, people }) => {
    const title = toDisplayName(name)
    return {
      _id,
      name: title,
      Icon: is_public ? IconWorld : IconUsers,
      title: is_public ? texts.throughPublic(title) : texts.throughPeople(title, people.length),
      line: is_public ? texts.throughPublicLine : texts.throughPeopleLine,
    }
  })
  const invitations = Map.groupBy(invited_above, each => each.through._id)
  const invited = [...invitations].map(([_id, group]) => {
    const name = toDisplayName(group[0]?.through.name ?? '')
    const title = texts.invitedThrough(name, group.length)
    return { _id, name, Icon: IconMail, title, line: texts.invitedThroughLine(group.length) }
  })
  const rows = [...grants, ...invited]
  if (rows.length === 0) return null
  return (
    <ul className={`g8 ${css.list}`}>
      {rows.map(({ _id, name, Icon, title, line }) => (
        <li key={`${_id} ${line}`} className={`row wrap t1 ${css.row}`}>
          <Icon className="i s18" />
          <span className={`grow anywhere ${css.text}`}>
            <span className="w540 block">{title}</span>
            <span className="text12 t3 block">{line}</span>
          </span>
          <Link to={`/c/${_id}`} className={`inline g6 t1 f13 w540 anywhere ${css.open}`} onClick={onLeave}>
            {texts.openAbove(name)}
            <IconArrowRight className="i s16" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
