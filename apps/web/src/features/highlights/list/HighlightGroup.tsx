import type { HighlightPage, SavedPage } from '@nestmark/contract/reading/highlights'
import { toPlan } from '@nestmark/core/plans/plans'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { useId, useState } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { upgradePath } from '../../../lib/site.ts'
import { formatHost, safeHref } from '../../../lib/addresses.ts'
import { useIsOffline } from '../../../lib/connection.ts'
import { formatPageDate, isoDate } from '../../../lib/dates.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { arePlanLimitsEnabled } from '../../../lib/serverSetting.ts'
import { Button, ButtonLink } from '../../../ui/fields/Button.tsx'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { CollectionGlyph } from '../../../ui/marks/CollectionGlyph.tsx'
import {
  IconExternalLink,
  IconFolderPlus,
  IconFileTypePdf,
  IconSparkles,
  IconLock,
} from '../../../ui/icons.ts'
import { Marks } from '../../../ui/marks/Marks.tsx'
import { MoreMenu } from '../../../ui/menus/MoreMenu.tsx'
import { toDisplayName, useTree } from '../../collections/data.ts'
import { useMe } from '../../session/data.ts'
import { isFree } from '../../session/plan.ts'
import type { HighlightActions } from '../highlightActions.ts'
import { listPageEntries } from './highlightEntries.ts'
import css from './HighlightGroup.module.css'
import { HighlightRows } from './HighlightRows.tsx'
import { useListContext } from './listContext.ts'
import { openPage } from '../reader/savedPage.ts'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { classes } from '../../../ui/classes.ts'
import { PlaceholderImage } from '../../../ui/marks/PlaceholderImage.tsx'
import { toSmallSize } from '../../links/list/items/Thumb.tsx'

/** Shows the highlights of a page next to the page. */
export function HighlightGroup({
  group: listed,
  actions,
}: {
  group: HighlightPage
  actions: HighlightActions
}) {
  const titleId = useId()
  const group = openPage(listed)
  // Its last highlight was deleted, and the list is being read again.
  if (group.data.highlights.length === 0) return null
  return (
    <section className={css.group} aria-labelledby={titleId} data-group={group._id}>
      <PageBlock group={group} titleId={titleId} actions={actions} />
      <div className={`min0 ${css.list}`}>
        <HighlightRows group={group} actions={actions} />
        <PlanBar group={group} />
      </div>
    </section>
  )
}

/** The page of a group: title, address, number of highlights, date, and where it is saved. */
function PageBlock({
  group,
  titleId,
  actions,
}: {
  group: HighlightPage
  titleId: string
  actions: HighlightActions
}) {
  const phone = usePhone()
  const needsServer = useIsOffline()
  const { link, create_date, count, data, saved } = group
  const { isNarrowed } = useListContext()
  const shown = isNarrowed ? data.highlights.length : count
  const host = formatHost(link)
  const title = data.title || host || (group.enc === 1 ? texts.encrypted : texts.noTitle)
  const href = safeHref(link)
  const look = toCategoryLook(saved?.category ?? 3)
  const Glyph = saved?.isFile ? IconFileTypePdf : look.icon
  return (
    <div className={css.page}>
      <span className={css.thumb}>
        <PageThumb saved={saved} name={host || title} />
      </span>
      <div className={`flex top ${css.menu}`}>
        <MoreMenu
          label={texts.pageActions(title)}
          items={() => listPageEntries(group, actions, needsServer)}
          tip={uiTexts.more}
          small={!phone}
          iconClass={phone ? 's20' : ''}
        />
      </div>
      <h2 id={titleId} className={`clamp anywhere w560 f14 ${css.title}`} dir="auto">
        <Marks text={title} />
      </h2>
      {href !== undefined && (
        <a
          className={`${css.address} ${look.className}`}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={texts.opensInNewTab(host)}
          title={link}
        >
          <Glyph className={`i s13 ${css.category}`} />
          <span className="el" dir="ltr">
            <Marks text={host} />
          </span>
          <IconExternalLink className="i s12" />
        </a>
      )}
      <div className={`num ${css.facts}`}>
        <b>{shown < count ? texts.countOf(shown, count) : texts.count(count)}</b>
        <span aria-hidden="true">·</span>
        <time dateTime={isoDate(create_date)}>{formatPageDate(create_date)}</time>
      </div>
      {!phone && <Place group={group} onAdd={() => actions.addToCollection(group)} />}
    </div>
  )
}

/** Links to the collection in which the page is saved, or offers to save it. */
function Place({ group: { saved, enc }, onAdd }: { group: HighlightPage; onAdd: () => void }) {
  const { index } = useTree()
  if (saved) {
    const isRoot = saved.parent === index?.root
    const entry = index?.entries.get(saved.parent)
    return (
      <Link className={css.place} to={isRoot ? '/dashboard' : `/c/${saved.parent}`}>
        <CollectionGlyph levels={(entry?.levels ?? 0) + 1} counts={entry?.totals ?? []} size={18} />
        <span className="el" dir="auto">
          {isRoot ? collectionsTexts.dashboard : toDisplayName(saved.parent_name)}
        </span>
      </Link>
    )
  }
  if (enc === 1) return null
  return (
    <Button size="sm" variant="ghost" icon={IconFolderPlus} className={css.add} onClick={onAdd}>
      {texts.addToCollection}
    </Button>
  )
}

/** Says that the plan allows no more highlights on this page (HL-06). */
function PlanBar({ group }: { group: HighlightPage }) {
  const me = useMe()
  if (!me || !isFree(me) || !arePlanLimitsEnabled()) return null
  const limit = toPlan(me.plan).highlightsPerPage
  if (group.count < limit) return null
  return (
    <div className={`row g8 ${css.plan}`}>
      <IconSparkles className="i" />
      <span className="grow">
        <b>{texts.planUsed(group.count, limit)}</b> {texts.planLine}
      </span>
      <ButtonLink size="sm" to={upgradePath} className={css.upgrade}>
        {texts.upgrade}
      </ButtonLink>
    </div>
  )
}

/** Shows the picture of the link in which a page is saved; a placeholder for other pages. */
function PageThumb({ saved, name }: { saved: SavedPage | null; name: string }) {
  const [failedAddress, setFailedAddress] = useState('')
  const thumbnail = saved?.thumbnail ?? ''
  if (thumbnail !== '' && failedAddress !== thumbnail)
    return (
      <img
        src={toSmallSize(thumbnail)}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailedAddress(thumbnail)}
      />
    )
  const Glyph = saved && isLocked(saved) ? IconLock : saved?.isFile ? IconFileTypePdf : null
  if (!Glyph) return <PlaceholderImage host={name} size="medium" />
  return (
    <span
      className={classes('centre', css.glyph, toCategoryLook(saved?.category ?? 3).className)}
      aria-hidden="true"
    >
      <Glyph className="i s20" />
    </span>
  )
}
