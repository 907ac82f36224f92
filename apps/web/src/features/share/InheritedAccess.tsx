import { shareTexts as texts } from '@nestmark/texts/share'
import { Link } from 'react-router'
import { classes } from '../../ui/classes.ts'
import { IconArrowRight, IconUsers, IconWorld } from '../../ui/icons.ts'
import { toDisplayName } from '../collections/data.ts'
import type { Permissions } from './data.ts'
import css from './InheritedAccess.module.css'
import dialogCss from './ShareDialog.module.css'

/** Shows the access that the collections above grant, with a link to each. */
export function InheritedAccess({
  inherited,
  onLeave,
}: {
  inherited: Permissions['inherited']
  /** Called when the page of a collection above opens. */
  onLeave: () => void
}) {
  if (inherited.length === 0) return null
  return (
    <ul className={css.list}>
      {inherited.map(({ _id, name, is_public, people }) => {
        const Glyph = is_public ? IconWorld : IconUsers
        const title = toDisplayName(name)
        return (
          <li key={_id} className={css.row}>
            <Glyph className="i s18" />
            <span className={classes('grow', css.text)}>
              <span className={dialogCss.title}>
                {is_public ? texts.throughPublic(title) : texts.throughPeople(title, people.length)}
              </span>
              <span className={dialogCss.description}>
                {is_public ? texts.throughPublicLine : texts.throughPeopleLine}
              </span>
            </span>
            <Link to={`/c/${_id}`} className={css.open} onClick={onLeave}>
              {texts.openAbove(title)}
              <IconArrowRight className="i s16" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
