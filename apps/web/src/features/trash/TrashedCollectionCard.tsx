import type { Collection } from '@nestmark/contract/shapes'
import { trashTexts as texts } from '@nestmark/texts/trash'
import type { Selection } from '../../lib/selection.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { IconDots, IconRestore, IconTrash } from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import { formatCollectionName } from '../collections/data.ts'
import { CompactCard } from '../collections/CompactCard.tsx'
import type { TrashAction } from './TrashTools.tsx'

/** A deleted collection with its menu, or with a checkbox in select mode. */
export function TrashedCollectionCard({
  collection,
  selection,
  onAction,
}: {
  collection: Collection
  selection: Selection<Collection>
  onAction: (action: TrashAction) => void
}) {
  const name = formatCollectionName(collection)
  const selected = selection.has(collection._id)
  return (
    <CompactCard
      collection={collection}
      selected={selected}
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
        <Menu
          label={texts.actionsOf(name)}
          items={[
            { label: texts.restore, icon: IconRestore, run: () => onAction('restore') },
            'line',
            { label: texts.remove, icon: IconTrash, danger: true, run: () => onAction('remove') },
          ]}
        >
          {trigger => (
            <IconButton {...trigger} small iconClass="" icon={IconDots} label={texts.actionsOf(name)} />
          )}
        </Menu>
      )}
    </CompactCard>
  )
}
