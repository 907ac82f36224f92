import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { linksTexts } from '@nestmark/texts/links/links'
import { BulkBar } from '../../ui/lists/BulkBar.tsx'
import { usePhone } from '../../lib/media/media.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconFolderSymlink, IconTrash } from '../../ui/icons.ts'
import type { BrokenActions, Ticks } from './useBrokenActions.ts'

/** The bar with the actions for the ticked links. */
export function BrokenBulk({
  links,
  ticks,
  actions,
}: {
  /** The links that are shown. */
  links: readonly BrokenLink[]
  ticks: Ticks
  actions: BrokenActions
}) {
  const phone = usePhone()
  const ticked = links.filter(ticks.has)
  if (ticked.length === 0) return null
  const isAll = ticked.length === links.length
  return (
    <BulkBar
      label={texts.bulk}
      count={texts.selected(ticked.length)}
      {...(!isAll && { all: { label: texts.selectAll(links.length), run: () => ticks.set(links, true) } })}
      actions={
        actions.isOffline
          ? []
          : [
              {
                label: texts.move,
                icon: IconFolderSymlink,
                shortcut: 'm',
                command: linksTexts.selectedMove,
                run: () => actions.move(ticked),
              },
              {
                label: texts.trash,
                icon: IconTrash,
                shortcut: 'delete',
                command: linksTexts.selectedTrash,
                danger: true,
                run: () => actions.remove(ticked),
              },
            ]
      }
      onClear={ticks.clear}
    >
      <Checkbox
        small={!phone}
        label={texts.selectAll(links.length)}
        checked={isAll}
        indeterminate={!isAll}
        onChange={() => (isAll ? ticks.clear() : ticks.set(links, true))}
      />
    </BulkBar>
  )
}
