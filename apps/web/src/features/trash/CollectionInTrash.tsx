import { getCollection } from '@nestmark/contract/collections'
import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { sessionTexts } from '@nestmark/texts/accounts/session'
import { trashTexts } from '@nestmark/texts/trash'
import { useNavigate } from '../../lib/router/location.ts'
import { useOperation } from '../../lib/api/operations.ts'
import { Button, ButtonLink } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconRestore, IconTrash } from '../../ui/icons.ts'
import { useRestoreCollections } from './data.ts'
import { formatCollectionName } from '../collections/data.ts'

/** Replaces the page of a collection in the trash. The only action is to restore it. */
export function CollectionInTrash({ folder }: { folder: Collection }) {
  const isOwn = folder.role === 'owner'
  const navigate = useNavigate()
  const restore = useRestoreCollections(
    () => formatCollectionName(folder),
    id => void navigate(`/c/${id}`),
  )
  // A collection that was trashed with its parent is restored only with that parent.
  const { data: parentData } = useOperation(
    getCollection,
    { folder_id: folder.parent ?? '' },
    { enabled: folder.can.trash && folder.parent !== null, quiet: true },
  )
  const canRestore = folder.can.trash && parentData?.folder.is_trash === 0
  return (
    <div role="status">
      <EmptyState
        level={1}
        icon={IconTrash}
        title={texts.inTrash}
        line={isOwn ? texts.inTrashLine : texts.inTrashLineShared(folder.owner_name ?? '')}
      >
        <ButtonLink to="/dashboard">{sessionTexts.goToDashboard}</ButtonLink>
        {isOwn && (
          <ButtonLink to="/trash" variant={canRestore ? 'plain' : 'primary'}>
            {texts.openTrash}
          </ButtonLink>
        )}
        {canRestore && (
          <Button
            variant="primary"
            icon={IconRestore}
            disabled={restore.isPending}
            onClick={() => restore.mutate({ folderIdArr: [folder._id], isTrash: 0 })}
          >
            {trashTexts.restore}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
