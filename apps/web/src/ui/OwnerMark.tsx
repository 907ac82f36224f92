import { uiTexts } from '@nestmark/texts/ui'
import { classes } from './classes.ts'
import css from './OwnerMark.module.css'
import { IconUsers } from './icons.ts'

/** Whose a thing is that somebody else shares, in a list that mixes it with one's own. */
export function OwnerMark({
  name,
  first,
  bare,
}: {
  name: string
  /** Nothing stands before it, so that no point parts it. */
  first?: boolean
  /** Without the name, where there is no room for it. */
  bare?: boolean
}) {
  return (
    <span className={classes(css.mark, !first && css.next, bare && css.bare)} title={uiTexts.sharedBy(name)}>
      <IconUsers className="i s12" />
      <span className="sr">{uiTexts.sharedBy(name)}</span>
      {!bare && (
        <span className="el" aria-hidden="true" dir="auto">
          {name}
        </span>
      )}
    </span>
  )
}
