import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { CollectionBulk } from '../../features/collections/menu/CollectionBulk.tsx'
import { CollectionGrid } from '../../features/collections/cards/CollectionGrid.tsx'
import { FolderSort } from '../../features/collections/FolderSort.tsx'
import { useFolderSort } from '../../features/collections/manualOrder.ts'
import { SubcollectionCarousel } from '../../features/collections/cards/SubcollectionCarousel.tsx'
import { chooseSubcollectionView } from '../../features/collections/cards/subcollectionView.ts'
import { ViewSwitch } from '../../features/collections/cards/ViewSwitch.tsx'
import { useColumns } from '../../features/collections/cards/useColumns.ts'
import { useView } from '../../features/session/data.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { usePhone } from '../../lib/media/media.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import type { Selection } from '../../lib/lists/selection.ts'
import { IconButton } from '../../ui/fields/Button.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { SectionHead } from '../../ui/page/Section.tsx'
import { SelectModeButton } from '../../ui/lists/SelectModeButton.tsx'

/** The subcollections of a collection with their tools: a grid, or a strip that scrolls sideways for many and on the phone. */
export function SubcollectionSection({
  folder,
  pages,
  selection,
}: {
  folder: Collection
  pages: Pages<Collection>
  selection: Selection<Collection>
}) {
  const { view } = useView()
  const phone = usePhone()
  const [sort, setSort] = useFolderSort()
  const { box, columns } = useColumns()
  const count = pages.total ?? folder.folder_count
  const shownAs = phone ? 'strip' : chooseSubcollectionView(count, view.folders === 4, sort === 'hand')
  // A card in a separate row would push the links down.
  const isRowFull = columns > 0 && pages.total !== undefined && pages.total % columns === 0
  const hasAddButton = isRowFull || shownAs === 'strip'
  return (
    <section style={{ marginTop: 18 }}>
      <SectionHead small title={texts.all} count={pages.total}>
        {!phone && folder.can.add && hasAddButton && (
          <IconButton
            icon={IconPlus}
            label={texts.create}
            onClick={() => openOverlay('addCollection', { parent: folder._id })}
          />
        )}
        {!phone && folder.can.add && <SelectModeButton selection={selection} />}
        <FolderSort sort={sort} onSort={setSort} />
        {!phone && <ViewSwitch />}
      </SectionHead>
      <div ref={box} style={{ marginTop: 4 }}>
        {shownAs === 'strip' ? (
          <SubcollectionCarousel
            pages={pages}
            sort={sort}
            parent={folder._id}
            canAdd={phone && folder.can.add}
            selection={!phone && folder.can.add ? selection : undefined}
          />
        ) : (
          <CollectionGrid
            pages={pages}
            detailed={shownAs === 'detailed'}
            selection={folder.can.add ? selection : undefined}
            sort={sort}
            parent={folder._id}
            canAdd={folder.can.add && !isRowFull}
          />
        )}
      </div>
      <CollectionBulk pages={pages} selection={selection} inside={{ folder_id: folder._id }} />
    </section>
  )
}
