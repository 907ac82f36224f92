import { getCollection } from '@nestmark/contract/collections'
import type { Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { useOperation } from '../../../lib/api/operations.ts'
import { Button, ButtonLink } from '../../../ui/fields/Button.tsx'
import { IconRestore, IconTrash } from '../../../ui/icons.ts'
import css from './SingleLink.module.css'
import { useRestoreLinks } from './singleLinkData.ts'

/** Shows that a link is in the trash, individually or with its collection, and offers to restore it. */
export function LinkInTrash({ link }: { link: Link }) {
  const restore = useRestoreLinks()
  // A link that was trashed with its collection is restored only with it.
  const { data, isPending } = useOperation(getCollection, { folder_id: link.parent }, { quiet: true })
  const withCollection = data?.folder.is_trash === 1
  return (
    <div className={`row g10 ${css.trashed}`} role="status">
      <IconTrash className="i" />
      <span className="grow">{withCollection ? texts.inTrashWith : texts.inTrash}</span>
      {withCollection && data.folder.role === 'owner' && (
        <ButtonLink size="sm" to="/trash">
          {collectionsTexts.openTrash}
        </ButtonLink>
      )}
      {link.can.trash && !isPending && !withCollection && (
        <Button
          size="sm"
          icon={IconRestore}
          disabled={restore.isPending}
          onClick={() => restore.mutate({ linkIdArr: [link._id], isTrash: 0 })}
        >
          {texts.restore}
        </Button>
      )}
    </div>
  )
}
