import type { Collection } from '@nestmark/contract/shapes'
import { hiddenTagsTexts as texts } from '@nestmark/texts/encryption/hiddenTags'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconHash } from '../../../ui/icons.ts'
import { formatCollectionName } from '../../collections/data.ts'
import css from '../encryption.module.css'
import { moveTagsInside } from '../tasks/hideTags.ts'

/** Shows how many encrypted links have tags although their collection hides them, and continues to move these inside. */
export function TagsLeft({ folder, count }: { folder: Collection; count: number }) {
  return (
    <section className={`row g12 ${css.bar}`} aria-label={texts.option}>
      <span className={`centre rigid ${css.barEgg}`} aria-hidden="true">
        <IconHash className="i s14" />
      </span>
      <div className="grow">
        <p className={css.barTitle}>{texts.left(count)}</p>
        <p className="t3">{texts.leftLine}</p>
      </div>
      <Button
        size="sm"
        onClick={() => void moveTagsInside({ _id: folder._id, name: formatCollectionName(folder) })}
      >
        {texts.continue}
      </Button>
    </section>
  )
}
