import { deleteTrashedCollections, type TrashedCollection } from '@nestmark/contract/trash'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { useNavigate } from '../../lib/router/location.ts'
import { useOperationMutation } from '../../lib/api/operations.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { toastAction } from '../../lib/undo/actions.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { type SelectedItems, useSelection, type Selection } from '../../lib/lists/selection.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconTrash, IconRestore } from '../../ui/icons.ts'
import { formatCollectionName } from '../collections/data.ts'
import { CompactGrid } from '../collections/cards/CompactGrid.tsx'
import { formatContents, readTrashCount, useEmptyTrash, useRestoreCollections, useTrashJob } from './data.ts'
import { askTrash, selectOne, type TrashAction, TrashTools } from './TrashTools.tsx'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { CompactCard } from '../collections/cards/CompactCard.tsx'

/** The deleted collections, with single and bulk actions. */
export function TrashedCollections({ pages }: { pages: Pages<TrashedCollection> }) {
  const navigate = useNavigate()
  const selection = useSelection<TrashedCollection>()
  const restore = useRestoreCollections(findName, id => void navigate(`/c/${id}`))
  const remove = useOperationMutation(deleteTrashedCollections, {
    onSuccess: answer => toastAction('deleteCollections', answer, answer.changed),
  })
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
  const confirmAction = async (action: TrashAction, chosen: SelectedItems<TrashedCollection>) => {
    const restoring = action === 'restore'
    const named = { ...chosen, items: chosen.items.map(formatCollectionName) }
    const deleted = restoring ? null : await readTrashCount(toTargets(chosen))
    if (deleted === undefined) return
    const lines = [
      deleted && texts.deletes(deleted.links, deleted.collections),
      deleted && texts.forGood,
      texts.background,
    ]
    askTrash(action, 'collection', named, lines, async () => {
      if (restoring) await restore.mutateAsync({ ...toTargets(chosen), isTrash: 0 })
      else await remove.mutateAsync(toTargets(chosen))
      selection.clear()
    })
  }
  const confirmEmpty = async () => {
    const deleted = await readTrashCount({ every: { trash: 1 } })
    if (!deleted) return
    openOverlay('confirm', {
      title: texts.askEmptyCollections,
      body: `${texts.deletes(deleted.links, deleted.collections)} ${texts.forGood} ${texts.background}`,
      confirm: texts.emptyCollections,
      danger: true,
      run: () => empty.mutateAsync({ type: 1 }),
    })
  }
  return (
    <>
      <TrashTools
        pages={pages}
        selection={selection}
        emptyLabel={texts.emptyCollections}
        busy={busy}
        onEmpty={() => void confirmEmpty()}
        onApply={(action, chosen) => void confirmAction(action, chosen)}
      />
      <div className="mt12">
        <CompactGrid
          pages={pages}
          loadingText={texts.lookingCollections}
          errorTitle={texts.failed}
          cardHeight={trashedCardHeight}
          renderCard={collection => (
            <TrashedCollectionCard
              key={collection._id}
              collection={collection}
              selection={selection}
              onAction={action => void confirmAction(action, selectOne(collection))}
            />
          )}
          empty={<EmptyState icon={IconTrash} title={texts.noCollections} line={texts.noLine} />}
        />
      </div>
    </>
  )
}

/** In pixels. */
const trashedCardHeight = 74

/** A deleted collection, which opens to look inside, with its menu, or with a checkbox in select mode. */
function TrashedCollectionCard({
  collection,
  selection,
  onAction,
}: {
  collection: TrashedCollection
  selection: Selection<TrashedCollection>
  onAction: (action: TrashAction) => void
}) {
  const name = formatCollectionName(collection)
  const wasIn = collection.was_in || collectionsTexts.dashboard
  const selected = selection.has(collection._id)
  return (
    <CompactCard
      collection={collection}
      selected={selected}
      to={selection.active ? undefined : `/c/${collection._id}`}
      lines={[
        formatContents(collection),
        <>
          {texts.trashedOn} <ShownDate time={collection.trashed_at} />{' '}
          <span title={wasIn}>{texts.wasIn(wasIn)}</span>
        </>,
      ]}
      onClick={selection.active ? () => selection.toggle(collection) : undefined}
      leading={
        selection.active && (
          <Checkbox
            label={texts.selectOne(name)}
            checked={selected}
            onChange={() => selection.toggle(collection)}
          />
        )
      }
    >
      {!selection.active && (
        <MoreMenu
          label={texts.actionsOf(name)}
          small
          iconClass=""
          items={[
            { label: texts.restore, icon: IconRestore, run: () => onAction('restore') },
            'line',
            { label: texts.remove, icon: IconTrash, danger: true, run: () => onAction('remove') },
          ]}
        />
      )}
    </CompactCard>
  )
}

const toTargets = ({ items, every }: SelectedItems<TrashedCollection>) =>
  every
    ? { every: { trash: 1 as const }, except: every.except }
    : { folderIdArr: items.map(collection => collection._id) }
