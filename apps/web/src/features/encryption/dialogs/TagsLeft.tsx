import type { Collection } from '@nestmark/contract/shapes'
import { hiddenTagsTexts as texts } from '@nestmark/texts/encryption/hiddenTags'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconHash } from '../../../ui/icons.ts'
import { formatCollectionName } from '../../collections/data.ts'
import { NoticeBar } from '../NoticeBar.tsx'
import { moveTagsInside } from '../tasks/hideTags.ts'

/** Shows how many encrypted links have tags although their collection hides them, and continues to move these inside. */
export function TagsLeft({ folder, count }: { folder: Collection; count: number }) {
  return (
    <NoticeBar label={texts.option} icon={IconHash} title={texts.left(count)} line={texts.leftLine}>
      <Button
        size="sm"
        onClick={() => void moveTagsInside({ _id: folder._id, name: formatCollectionName(folder) })}
      >
        {texts.continue}
      </Button>
    </NoticeBar>
  )
}
