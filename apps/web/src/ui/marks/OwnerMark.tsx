import { accessTexts } from '@nestmark/texts/sharing/shareMarks'
import { uiTexts } from '@nestmark/texts/ui'
import { classes } from '../classes.ts'
import css from './OwnerMark.module.css'
import { IconUsers } from '../icons.ts'

/** Shows the owner of a shared item in a list that mixes it with the user's own items. */
export function OwnerMark({
  name,
  role,
  first,
  bare,
}: {
  name: string
  /** What the user may do with it, where that is known. */
  role?: 'read' | 'write' | undefined
  /** No separator, because nothing precedes it. */
  first?: boolean
  /** Without the name, where there is no space for it. */
  bare?: boolean
}) {
  const text = role ? accessTexts.sharedBy(name, role) : uiTexts.sharedBy(name)
  return (
    <span
      className={classes('inline g4 min0', css.mark, !first && css.separated, bare && 'rigid')}
      title={text}
    >
      <IconUsers className="i s12" />
      <span className="sr">{text}</span>
      {!bare && (
        <span className="el" aria-hidden="true" dir="auto">
          {name}
        </span>
      )}
    </span>
  )
}
