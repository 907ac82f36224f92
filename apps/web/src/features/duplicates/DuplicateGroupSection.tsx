import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { uiTexts } from '@nestmark/texts/ui'
import { type CSSProperties, useId, Fragment } from 'react'
import { useIsOffline } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media/media.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconArrowsJoin, IconCopyOff, IconPinned, IconTrash, IconChevronDown } from '../../ui/icons.ts'
import { Kbd } from '../../ui/menus/Kbd.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { formatGroupTitle, listParts } from './data.ts'
import css from './DuplicateGroup.module.css'
import { DuplicateTile, usePlaceName } from './DuplicateTile.tsx'
import type { GroupProps } from './groupActions.ts'
import { canMerge, findTarget, describeMerge } from './groups.ts'
import { formatDate } from '../../lib/dates.ts'
import { Menu } from '../../ui/menus/Menu.tsx'

/** A group of duplicates: its title with the actions, and its links side by side. */
export function DuplicateGroupSection({
  group,
  nth,
  count,
  ticked,
  isFocused,
  actions,
}: GroupProps & {
  /** From 1. */
  nth: number
  /** The number of groups. */
  count: number
  /** The keys act on it, and it shows what a merge makes. */
  isFocused: boolean
}) {
  const phone = usePhone()
  const titleId = useId()
  const { links } = group
  const [first] = links
  if (!first) return null
  const target = findTarget(group, ticked)
  const oldest = Math.min(...links.map(link => link.create_date))
  const joins = Math.max(...links.map(link => link.level))
  const buttons = (
    <GroupButtons group={group} ticked={ticked} hasKeys={isFocused && !phone} actions={actions} />
  )
  return (
    <section
      className={classes(css.group, isFocused && css.focused)}
      aria-label={texts.group(nth, count, links.length, ticked.size)}
      data-group={group._id}
      // J and K move to it.
      tabIndex={-1}
    >
      <div className={`row g10 ${css.head}`}>
        <h2 id={titleId} className="el" dir="auto">
          {formatGroupTitle(group)}
        </h2>
        <span className={`num t3 rigid ${css.number}`}>{texts.links(links.length)}</span>
        {!phone && <span className={`t2 rigid f12 ${css.joins}`}>{texts.levelNames[joins - 1]}</span>}
        <span className={`grow ${css.gap}`} />
        {!phone && buttons}
        <GroupMenu group={group} ticked={ticked} actions={actions} />
      </div>
      <div
        className={classes(css.tiles, links.length > maxGrid && css.scrolling)}
        style={{ '--nm-columns': Math.min(maxGrid, Math.max(3, links.length)) } as CSSProperties}
      >
        {links.map(link => (
          <DuplicateTile
            key={link._id}
            link={link}
            first={first}
            isTicked={ticked.has(link._id)}
            isTarget={link === target}
            isOldest={link.create_date === oldest}
            onTick={() => actions.tick(group, link._id)}
          />
        ))}
      </div>
      {phone && <div className={css.buttons}>{buttons}</div>}
      {isFocused && !phone && <MergeLine group={group} ticked={ticked} actions={actions} />}
    </section>
  )
}

/** More links than this scroll sideways. */
const maxGrid = 4

function GroupButtons({ group, ticked, hasKeys, actions }: GroupProps & { hasKeys: boolean }) {
  const phone = usePhone()
  const needsServer = useIsOffline()
  const title = needsServer ? texts.needsConnection : undefined
  const size = phone ? 'lg' : 'sm'
  return (
    <>
      <Button
        size={size}
        icon={IconArrowsJoin}
        disabled={needsServer || !canMerge(group, ticked)}
        title={title}
        onClick={() => actions.merge([group])}
      >
        {texts.merge}
        {hasKeys && <Kbd keys={['M']} />}
      </Button>
      <Button
        size={size}
        icon={IconTrash}
        className={css.delete}
        disabled={needsServer || ticked.size === 0}
        title={title}
        onClick={() => actions.remove([group])}
      >
        {texts.trashCount(ticked.size)}
        {hasKeys && <Kbd keys={['Del']} />}
      </Button>
    </>
  )
}

function GroupMenu({ group, ticked, actions }: GroupProps) {
  const phone = usePhone()
  const needsServer = useIsOffline()
  return (
    <MoreMenu
      label={texts.groupActions(formatGroupTitle(group))}
      items={[
        // The server, which remembers them, compares no encrypted links.
        group.links[0]?.enc !== 1 && {
          label: texts.distinct,
          icon: IconCopyOff,
          disabled: needsServer,
          run: () => actions.markDistinct(group),
        },
        { label: texts.keepAnother, icon: IconPinned, run: () => actions.keepNext(group, ticked) },
      ]}
      tip={uiTexts.more}
      small={!phone}
      iconClass={phone ? 's20' : ''}
    />
  )
}

/** Shows what a merge makes of the link that stays. Another collection keeps the link that is there. */
function MergeLine({ group, ticked, actions }: GroupProps) {
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
