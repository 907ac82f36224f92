import { uiTexts } from '@nestmark/texts/ui'
import css from './OwnerMark.module.css'
import { IconUsers } from './icons.ts'

/** Whose a thing is that somebody else shares, in a list that mixes it with one's own. */
export function OwnerMark({ name }: { name: string }) {
  return (
    <span className={css.mark} title={uiTexts.sharedBy(name)}>
      <IconUsers className="i s12" />
      <span className="sr">{uiTexts.sharedBy(name)}</span>
      <span className="el" aria-hidden="true" dir="auto">
        {name}
      </span>
    </span>
  )
}
