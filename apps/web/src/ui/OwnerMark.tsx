import { uiTexts } from '@nestmark/texts/ui'
import { classes } from './classes.ts'
import css from './OwnerMark.module.css'
import { IconUsers } from './icons.ts'

/** Shows the owner of a shared item in a list that mixes it with the user's own items. */
export function OwnerMark({
  name,
  first,
  bare,
}: {
  name: string
  /** No separator, because nothing precedes it. */
  first?: boolean
  /** Without the name, where there is no space for it. */
  bare?: boolean
}) {
  return (
    <span
      className={classes(css.mark, !first && css.separated, bare && css.bare)}
      title={uiTexts.sharedBy(name)}
    >
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
