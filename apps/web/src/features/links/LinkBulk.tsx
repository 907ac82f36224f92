import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { linksTexts as texts } from '@nestmark/texts/links'
import { sentenceOf } from '../../lib/api/client.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { openOverlay } from '../../lib/overlay.ts'
import type { Selection } from '../../lib/selection.ts'
import { toast } from '../../lib/toasts.ts'
import { BulkBar } from '../../ui/BulkBar.tsx'
import { IconFolderSymlink, IconTrash } from '../../ui/icons.ts'
import { Tick } from '../../ui/Tick.tsx'
import { movableOf } from './look.ts'

/** The bulk bar of a list of links: Move and Delete. */
export function LinkBulk({ pages, selection }: { pages: Pages<Link>; selection: Selection<Link> }) {
  if (!selection.active) return null
  const chosen = [...selection.items.values()]
  const total = pages.total ?? 0
  const most = Math.min(total, limits.idsPerCall)
  const label = total > most ? texts.selectFirst(most) : texts.selectAll(total)
  const selectAll = () =>
    void pages
      .all(most)
      .then(selection.choose)
      .catch((error: unknown) => toast({ tone: 'danger', title: sentenceOf(error) }))
  const act = (name: 'move' | 'trash', may: (link: Link) => boolean) => {
    const links = chosen.filter(may).map(movableOf)
    if (links.length === 0) openOverlay('confirm', { title: texts.noneChosen })
    else openOverlay(name, { links, onDone: selection.clear })
  }
  return (
    <BulkBar
      label={texts.bulk}
      count={texts.selected(chosen.length)}
      all={chosen.length < most ? { label, run: selectAll } : undefined}
      actions={[
        { label: texts.bulkMove, icon: IconFolderSymlink, run: () => act('move', link => link.can.move) },
        {
          label: texts.bulkDelete,
          icon: IconTrash,
          danger: true,
          run: () => act('trash', link => link.can.trash),
        },
      ]}
      onClear={selection.clear}
    >
      <Tick
        small
        label={label}
        checked={chosen.length > 0 && chosen.length >= total}
        partly={chosen.length > 0 && chosen.length < total}
        onChange={() => {
          if (chosen.length === 0) return selectAll()
          selection.clear()
          selection.start()
        }}
      />
    </BulkBar>
  )
}
