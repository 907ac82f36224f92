import { useTask } from '../../ui/fields/useTask.ts'
import type { CountedTag } from '@nestmark/contract/tags'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { uiTexts } from '@nestmark/texts/ui'
import type { Pages } from '../../lib/api/pages.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import type { Selection } from '../../lib/lists/selection.ts'
import { BulkBar } from '../../ui/lists/BulkBar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import {
  IconArrowsJoin,
  IconCheckbox,
  IconSortAscending,
  IconSortDescending,
  IconTrash,
} from '../../ui/icons.ts'
import { ChoiceMenu } from '../../ui/menus/ChoiceMenu.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { readAllTags, type TagQuery } from './data.ts'
import css from './TagTools.module.css'

const sorts = [
  { value: 'name', label: texts.byName, icon: IconSortAscending },
  { value: 'links', label: texts.byLinks, icon: IconSortDescending },
] as const

/** The search field, sort menu and select button of the tag list. */
export function TagTools({
  query,
  onQuery,
  selection,
}: {
  query: TagQuery
  onQuery: (change: Partial<TagQuery>) => void
  selection: Selection<CountedTag>
}) {
  return (
    <div className={`row g8 ${css.tools}`}>
      <div className={css.search}>
        <SearchField wide label={texts.search} value={query.input} onChange={input => onQuery({ input })} />
      </div>
      <span className="grow" />
      <ChoiceMenu
        label={texts.sort}
        options={sorts}
        value={query.sort}
        onChange={sort => onQuery({ sort })}
      />
      <Button size="sm" variant="ghost" icon={IconArrowsJoin} onClick={() => openOverlay('similarTags', {})}>
        {texts.similar}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={IconCheckbox}
        pressed={selection.active}
        aria-pressed={selection.active}
        onClick={selection.active ? selection.clear : selection.start}
      >
        {uiTexts.select}
      </Button>
    </div>
  )
}

/** The bulk bar of the tag list, with Merge and Delete. */
export function TagBulk({
  pages,
  query,
  selection,
  onDelete,
}: {
  pages: Pages<CountedTag>
  query: TagQuery
  selection: Selection<CountedTag>
  onDelete: (tags: CountedTag[]) => void
}) {
  const { run } = useTask()
  if (!selection.active) return null
  const selected = [...selection.items.values()]
  const total = pages.total ?? 0
  const label = texts.selectAll(total)
  const selectAll = async () => selection.selectMany(await readAllTags(query))
  const merge = () => {
    if (selected.length < 2) openOverlay('confirm', { title: texts.twoNeeded })
    else openOverlay('mergeTags', { tags: selected, onDone: selection.clear })
  }
  const remove = () => {
    if (selected.length === 0) openOverlay('confirm', { title: texts.noneChosen })
    else onDelete(selected)
  }
  return (
    <BulkBar
      label={texts.bulk}
      count={texts.selected(selected.length)}
      all={selected.length < total ? { label, run: () => void run(selectAll) } : undefined}
      actions={[
        { label: texts.merge, icon: IconArrowsJoin, run: merge },
        { label: texts.delete, icon: IconTrash, danger: true, shortcut: 'delete', run: remove },
      ]}
      onClear={selection.clear}
    >
      <Checkbox
        small
        label={label}
        checked={selected.length > 0 && selected.length >= total}
        indeterminate={selected.length > 0 && selected.length < total}
        onChange={() => {
          if (selected.length === 0) return void selectAll()
          selection.clear()
          selection.start()
        }}
      />
    </BulkBar>
  )
}
