import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { sessionTexts } from '@nestmark/texts/session'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconTrash } from '../../ui/icons.ts'

/** Stands in place of a collection in the trash: nothing can be done in it before it is restored. */
export function CollectionInTrash({ folder }: { folder: Collection }) {
  const isOwn = folder.role === 'owner'
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
          <ButtonLink to="/trash" variant="primary">
            {texts.openTrash}
          </ButtonLink>
        )}
      </EmptyState>
    </div>
  )
}
