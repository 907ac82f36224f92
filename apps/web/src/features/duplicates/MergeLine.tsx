import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { Fragment } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { IconArrowsJoin, IconChevronDown } from '../../ui/icons.ts'
import { Menu } from '../../ui/menus/Menu.tsx'
import { listParts } from './data.ts'
import css from './DuplicateGroup.module.css'
import type { GroupProps } from './groupActions.ts'
import { canMerge, describeMerge, findTarget } from './groups.ts'
import { usePlaceName } from './DuplicateTile.tsx'

/** Shows what a merge makes of the link that stays. Another collection keeps the link that is there. */
export function MergeLine({ group, ticked, actions }: GroupProps) {
  const nameOf = usePlaceName()
  const target = findTarget(group, ticked)
  if (!target || !canMerge(group, ticked)) return null
  const parts = describeMerge(group, ticked)
  // Of several links in one collection, the first can stay.
  const places = group.links.filter(
    (link, nth) => group.links.findIndex(each => each.parent === link.parent) === nth,
  )
  return (
    <div className={`row t3 nw ${css.merge}`}>
      <IconArrowsJoin className="i s14" />
      <span>{target === group.links[0] ? texts.mergedIntoFirst : texts.mergedInto}</span>
      <b className="num">{formatDate(parts.date)}</b>
      <span aria-hidden="true">·</span>
      <Menu
        label={texts.chooseCollection}
        items={places.map(link => ({
          label: nameOf(link),
          checked: link.parent === target.parent,
          disabled: !link.can.edit,
          run: () => actions.keep(group, link._id),
        }))}
      >
        {trigger => (
          <button
            {...trigger}
            type="button"
            className={`row g4 min0 ${css.place}`}
            aria-label={texts.chosenCollection(nameOf(target))}
          >
            <b className="el" dir="auto">
              {nameOf(target)}
            </b>
            {places.length > 1 && <IconChevronDown className="i s12" />}
          </button>
        )}
      </Menu>
      {listParts(parts).map(part => (
        <Fragment key={part}>
          <span aria-hidden="true">·</span>
          <b>{part}</b>
        </Fragment>
      ))}
    </div>
  )
}
