import { uiTexts as texts } from '@nestmark/texts/ui'
import { classes } from '../classes.ts'
import { describeSharing, type Sharing } from './describeSharing.ts'
import { IconUsers, IconWorld } from '../icons.ts'
import css from './SharingMark.module.css'

/** The level of detail: an icon, with a word or number, or with the complete description. */
type Detail = 'icon' | 'short' | 'full'

/** Shows that a collection of the user is public or shared. */
export function SharingMark({ sharing, detail = 'short' }: { sharing: Sharing; detail?: Detail }) {
  const Icon = sharing.isPublic ? IconWorld : IconUsers
  const description = describeSharing(sharing)
  return (
    <span
      className={classes(
        'inline g4 rigid',
        css.mark,
        detail !== 'icon' && css.chip,
        sharing.isPublic && css.public,
      )}
      title={detail === 'full' ? undefined : description}
    >
      <Icon className="i s12" />
      {detail === 'full' ? (
        <span className="el" dir="auto">
          {description}
        </span>
      ) : (
        <>
          <span className="sr">{description}</span>
          {detail === 'short' && (
            <span aria-hidden="true" className={classes('num', css.short)}>
              {toShortText(sharing)}
            </span>
          )}
        </>
      )}
    </span>
  )
}

function toShortText({ isPublic, members }: Sharing): string | number {
  if (isPublic) return texts.public
  return members > 0 ? members : texts.shared
}
