import type { TrashedCollection } from '@nestmark/contract/trash'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { formatDate, isoDate } from '../../lib/dates.ts'
import type { Selection } from '../../lib/lists/selection.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconRestore, IconTrash } from '../../ui/icons.ts'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { formatCollectionName } from '../collections/data.ts'
import { formatContents } from './formatContents.ts'
import { CompactCard } from '../collections/cards/CompactCard.tsx'
import type { TrashAction } from './TrashTools.tsx'

/** In pixels. */
export const trashedCardHeight = 74

/** A deleted collection, which opens to look inside, with its menu, or with a checkbox in select mode. */
export function TrashedCollectionCard({
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
          {texts.trashedOn}{' '}
          <time dateTime={isoDate(collection.trashed_at)}>{formatDate(collection.trashed_at)}</time>{' '}
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
