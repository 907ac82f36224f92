import type { CountedTag } from '@nestmark/contract/tags'
import { formatNumber } from '@nestmark/texts/counts'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { type CSSProperties, memo, type MouseEvent } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { IconButton } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconArrowsJoin, IconEdit, IconTrash } from '../../ui/icons.ts'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { SkeletonBox } from '../../ui/progress/Skeleton.tsx'
import { tagPath } from '../../ui/lists/browse.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import css from './TagList.module.css'

/** Shows one tag. Its name and its number of links open the search for it. */
export const TagRow = memo(function TagRow({
  tag,
  index,
  phone,
  selecting,
  selected,
  onToggle,
  onDelete,
}: {
  tag: CountedTag
  index: number
  phone: boolean
  selecting: boolean
  selected: boolean
  onToggle: (index: number, range: boolean) => void
  onDelete: (tag: CountedTag) => void
}) {
  const { name, links_count: count } = tag
  const edit = () => openOverlay('editTag', { tag })
  const merge = () => openOverlay('mergeTags', { tags: [tag] })
  // In select mode the click toggles the row instead.
  const preventOpening = (event: MouseEvent) => selecting && event.preventDefault()
  return (
    <div
      className={classes(css.row, selecting && css.selecting, selected && css.selected)}
      data-place={index}
      onClick={event => {
        if (!selecting || (event.target as HTMLElement).closest('button, input, [role=menu]')) return
        event.preventDefault()
        onToggle(index, event.shiftKey)
      }}
    >
      <span className={`flex ${css.checkbox}`}>
        {(!phone || selecting) && (
          <Checkbox
            label={texts.selectOne(name)}
            checked={selected}
            onChange={({ shift }) => onToggle(index, shift)}
          />
        )}
      </span>
      <Link
        className={classes('w540 f14', css.name, 'el')}
        to={tagPath(name)}
        data-main
        dir="auto"
        title={`#${name}`}
        onClick={preventOpening}
      >
        <span className="t3">#</span>
        {name}
      </Link>
      <Link
        className={`num underlined ${css.count}`}
        to={tagPath(name)}
        aria-label={texts.linksOf(name, count)}
        onClick={preventOpening}
      >
        {phone ? formatNumber(count) : texts.linkCount(count)}
      </Link>
      <span className={`flex g4 toend ${css.actions}`}>
        {!phone && (
          <>
            <IconButton
              small
              icon={IconEdit}
              label={`${texts.edit} #${name}`}
              tip={texts.edit}
              onClick={edit}
            />
            <IconButton
              small
              icon={IconTrash}
              label={`${texts.delete} #${name}`}
              tip={texts.delete}
              onClick={() => onDelete(tag)}
            />
          </>
        )}
        <MoreMenu
          label={texts.actionsOf(name)}
          small={!phone}
          items={[
            { label: texts.edit, icon: IconEdit, run: edit },
            { label: texts.mergeInto, icon: IconArrowsJoin, run: merge },
            'line',
            { label: texts.delete, icon: IconTrash, danger: true, run: () => onDelete(tag) },
          ]}
        />
      </span>
    </div>
  )
})

/** The placeholder of a row that is loading. */
export function TagRowSkeleton({ index = 0, opacity = 1 }: { index?: number; opacity?: number }) {
  const width: CSSProperties = { width: 60 + ((index * 37) % 90), height: 11 }
  return (
    <div className={css.row} style={{ opacity }} aria-hidden="true">
      <span />
      <SkeletonBox style={width} />
      <SkeletonBox style={{ width: 44, height: 9 }} />
      <span />
    </div>
  )
}
