import type { Collection } from '@nestmark/contract/shapes'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { useNavigate } from 'react-router'
import type { Pages } from '../../lib/api/pages.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { type SelectedItems, useSelection } from '../../lib/selection.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { formatCollectionName } from '../collections/data.ts'
import { CompactGrid } from '../collections/CompactGrid.tsx'
import { useEmptyTrash, useDeleteTrashedCollections, useRestoreCollections, useTrashJob } from './data.ts'
import css from './TrashedCollections.module.css'
import { TrashedCollectionCard } from './TrashedCollectionCard.tsx'
import { type TrashAction, TrashTools } from './TrashTools.tsx'

/** The deleted collections, with single and bulk actions. */
export function TrashedCollections({ pages }: { pages: Pages<Collection> }) {
  const navigate = useNavigate()
  const selection = useSelection<Collection>()
  const restore = useRestoreCollections(findName, id => void navigate(`/c/${id}`))
  const remove = useDeleteTrashedCollections()
  const empty = useEmptyTrash()
  const isJobRunning = useTrashJob('Collections')
  const busy = restore.isPending || remove.isPending || empty.isPending || isJobRunning

  function findName(id: string): string {
    for (let index = 0; index < (pages.total ?? 0); index++) {
      const collection = pages.at(index)
      if (collection?._id === id) return formatCollectionName(collection)
    }
    return ''
  }
  const confirmAction = (action: TrashAction, chosen: SelectedItems<Collection>) => {
    const named = !chosen.every && texts.named(chosen.items.map(formatCollectionName))
    const restoring = action === 'restore'
    openOverlay('confirm', {
      title: restoring
        ? texts.askRestore(chosen.count, 'collection')
        : texts.askRemove(chosen.count, 'collection'),
      body: [named, !restoring && texts.forGood, texts.background].filter(Boolean).join(' '),
      confirm: restoring ? texts.restore : texts.remove,
      danger: !restoring,
      run: async () => {
        if (restoring) await restore.mutateAsync({ ...toTargets(chosen), isTrash: 0 })
        else await remove.mutateAsync(toTargets(chosen))
        selection.clear()
      },
    })
  }
  const confirmEmpty = () =>
    openOverlay('confirm', {
      title: texts.askEmpty(pages.total ?? 0, 'collection'),
      body: `${texts.forGood} ${texts.background}`,
      confirm: texts.emptyCollections,
      danger: true,
      run: () => empty.mutateAsync({ type: 1 }),
    })
  return (
    <>
      <TrashTools
        pages={pages}
        selection={selection}
        emptyLabel={texts.emptyCollections}
        busy={busy}
        onEmpty={confirmEmpty}
        onApply={confirmAction}
      />
      <div className={css.list}>
        <CompactGrid
          pages={pages}
          loadingText={texts.lookingCollections}
          errorTitle={texts.failed}
          renderCard={collection => (
            <TrashedCollectionCard
              key={collection._id}
              collection={collection}
              selection={selection}
              onAction={action => confirmAction(action, selectOne(collection))}
            />
          )}
          empty={<EmptyState icon={IconTrash} title={texts.noCollections} line={texts.noLine} />}
        />
      </div>
    </>
  )
}

const selectOne = (collection: Collection): SelectedItems<Collection> => ({
  count: 1,
  items: [collection],
  every: null,
})

const toTargets = ({ items, every }: SelectedItems<Collection>) =>
  every
    ? { every: { trash: 1 as const }, except: every.except }
    : { folderIdArr: items.map(collection => collection._id) }
