import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import type { Pages } from '../../../lib/api/pages.ts'
import type { AllCollections } from '../../../lib/lists/chosenItems.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { BulkBar } from '../../../ui/lists/BulkBar.tsx'
import { IconFolderSymlink, IconTrash } from '../../../ui/icons.ts'
import { toMovable } from '../data.ts'

export interface CollectionBulkProps {
  pages: Pages<Collection>
  selection: Selection<Collection>
  /** The collection that the list shows: 'Select all' means everything in it, loaded or not. */
  inside: AllCollections['inside'] | undefined
}

/** The bulk bar of a collection grid, with Move and Trash. */
export default function CollectionBulkBar({ pages, selection, inside }: CollectionBulkProps) {
  const selected = [...selection.items.values()]
  const total = pages.total ?? 0
  const count = selection.count(total)
  const everyCollection =
    selection.every && inside ? { inside, except: [...selection.every.except], count } : undefined
  const openFor = (name: 'move' | 'trash', isAllowed: (collection: Collection) => boolean) => {
    const collections = selected.filter(isAllowed).map(toMovable)
    const nothing = everyCollection ? count === 0 : collections.length === 0
    if (nothing) openOverlay('confirm', { title: texts.noneChosen })
    else
      openOverlay(name, { collections, ...(everyCollection && { everyCollection }), onDone: selection.clear })
  }
  return (
    <BulkBar
      label={texts.bulk}
      count={linksTexts.selected(count)}
      isEmpty={count === 0}
      all={
        inside && count < total ? { label: linksTexts.selectAll(total), run: selection.selectAll } : undefined
      }
      actions={[
        {
          label: texts.move,
          icon: IconFolderSymlink,
          shortcut: 'm',
          command: count === 0 ? undefined : texts.selectedMove,
          run: () => openFor('move', collection => collection.can.move),
        },
        {
          label: texts.trash,
          icon: IconTrash,
          shortcut: 'delete',
          command: count === 0 ? undefined : texts.selectedTrash,
          danger: true,
          run: () => openFor('trash', collection => collection.can.trash),
        },
      ]}
      onClear={selection.clear}
    />
  )
}
