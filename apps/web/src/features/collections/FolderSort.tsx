import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { IconGripVertical, IconSortAscending, IconSortDescending } from '../../ui/icons.ts'
import { ChoiceMenu } from '../../ui/menus/ChoiceMenu.tsx'
import type { FolderSort as Sort } from './manualOrder.ts'

const options = [
  { value: 'date', label: texts.byDate, icon: IconSortDescending },
  { value: 'name', label: texts.byName, icon: IconSortAscending },
  { value: 'hand', label: texts.byHand, icon: IconGripVertical },
] as const

/** Sorts collections by last change, by name or manually. */
export function FolderSort({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  return <ChoiceMenu label={texts.order} options={options} value={sort} onChange={onSort} />
}
