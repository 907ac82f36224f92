import { trashTexts as texts } from '@nestmark/texts/trash'
import type { Pages } from '../../lib/api/pages.ts'
import type { SelectedItems, Selection } from '../../lib/lists/selection.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { SelectionTools } from '../../ui/lists/SelectionTools.tsx'

/** A bulk action on the trash. */
export type TrashAction = 'restore' | 'remove'

const actions = [
  { value: 'restore', label: texts.restore },
  { value: 'remove', label: texts.remove },
] as const

/** The selection of one item. */
export const selectOne = <T,>(item: T): SelectedItems<T> => ({ count: 1, items: [item], every: null })

/** Asks whether items are restored or deleted permanently. @param lines what is said about it after their names */
export function askTrash(
  action: TrashAction,
  kind: 'link' | 'collection',
  { count, items: names, every }: SelectedItems<string>,
  lines: readonly (string | null | undefined)[],
  run: () => Promise<void>,
): void {
  const restoring = action === 'restore'
  const named = !every && (restoring ? texts.willRestore(names) : texts.willRemove(names))
  openOverlay('confirm', {
    title: restoring ? texts.askRestore(count, kind) : texts.askRemove(count, kind),
    body: [named, ...lines].filter(Boolean).join(' '),
    confirm: restoring ? texts.restore : texts.remove,
    danger: !restoring,
    run,
  })
}

/** Empties the trash, or applies a bulk action. While one is running, its message replaces the buttons. */
export function TrashTools<T extends { _id: string }>({
  emptyLabel,
  busy,
  onEmpty,
  ...rest
}: {
  pages: Pages<T>
  selection: Selection<T>
  emptyLabel: string
  busy: boolean
  onEmpty: () => void
  onApply: (action: TrashAction, chosen: SelectedItems<T>) => void
}) {
  return (
    <SelectionTools
      {...rest}
      selectsEvery
      actions={actions}
      emptySelectionTitle={texts.noneChosen}
      busy={busy ? texts.working : undefined}
    >
      <Button size="sm" variant="danger" icon={IconTrash} onClick={onEmpty}>
        {emptyLabel}
      </Button>
    </SelectionTools>
  )
}
