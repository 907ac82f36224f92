import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { memo } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { useLocation } from '../../lib/router/location.ts'
import { safeHref } from '../../lib/addresses.ts'
import { usePhone } from '../../lib/media/media.ts'
import { toCategoryLook } from '../../ui/marks/categories.ts'
import { Button } from '../../ui/fields/Button.tsx'
import buttonCss from '../../ui/fields/Button.module.css'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { IconArchive, IconCornerUpRight, IconExternalLink } from '../../ui/icons.ts'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { CollectionLink } from '../links/list/items/CollectionLink.tsx'
import { MiniThumb } from '../links/list/items/Thumb.tsx'
import { formatTitle } from '../links/linkDisplay.ts'
import css from './BrokenRow.module.css'
import { CheckEggs } from './CheckEggs.tsx'
import { describeStatus, shortenAddress, stateTones, toArchiveAddress } from './describeStatus.ts'
import type { BrokenActions } from './useBrokenActions.ts'

/** The row of a broken link: what is wrong with it, its last checks, and what to do. */
export const BrokenRow = memo(function BrokenRow({
  link,
  isTicked,
  rootId,
  actions,
}: {
  link: BrokenLink
  isTicked: boolean
  rootId: string | undefined
  actions: BrokenActions
}) {
  const phone = usePhone()
  const { pathname, search } = useLocation()
  const title = formatTitle(link)
  return (
    <article
      data-broken={link._id}
      className={classes(css.row, toCategoryLook(link.category).className, isTicked && css.ticked)}
    >
      <Checkbox
        small={!phone}
        label={texts.select(title)}
        checked={isTicked}
        onChange={() => actions.tick(link, !isTicked)}
      />
      <MiniThumb link={link} />
      <div className={css.text}>
        <h3>
          <Link
            className={`nw w540 block ${css.title}`}
            to={`/l/${link._id}`}
            state={{ over: { pathname, search } }}
            data-main
            dir="auto"
          >
            {title}
          </Link>
        </h3>
        <Address link={link} />
      </div>
      <Status link={link} />
      <CheckEggs checks={link.checks} />
      <CollectionLink link={link} isInRoot={link.parent === rootId} className={`min0 ${css.collection}`} />
      <div className={`row toend ${css.actions}`}>
        {!phone && <MainAction link={link} actions={actions} />}
        <MoreMenu
          label={texts.actions(title)}
          items={() => actions.entries(link)}
          small={!phone}
          iconClass={phone ? 's20' : ''}
        />
      </div>
    </article>
  )
})

/** The address; of a link that has moved, the old and the new one. */
function Address({ link }: { link: BrokenLink }) {
  if (link.location === null)
    return <p className={`el text12 t3 ${css.address}`}>{shortenAddress(link.link)}</p>
  return (
    <p className={`row min0 text12 t3 ${css.address}`}>
      <s className="el">{shortenAddress(link.link)}</s>
      <span aria-hidden="true">→</span>
      <span className="el acc" title={link.location}>
        {shortenAddress(link.location)}
      </span>
    </p>
  )
}

function Status({ link }: { link: BrokenLink }) {
  const phone = usePhone()
  const { icon: Glyph, title, line, code } = describeStatus(link)
  return (
    <div className={css.status}>
      <span className={classes('row g6 min0 w540', stateTones[link.state] ?? 't2', css.sentence)}>
        <Glyph className="i" />
        <span className="el">{title}</span>
      </span>
      <span className={`num el text12 t3 block ${css.line}`}>{phone ? code : line}</span>
    </div>
  )
}

/** The most likely action for a link of this state. */
function MainAction({ link, actions }: { link: BrokenLink; actions: BrokenActions }) {
  if (link.state === 'moved')
    return (
      <Button
        size="sm"
        icon={IconCornerUpRight}
        disabled={actions.isOffline}
        title={actions.isOffline ? texts.needsConnection : undefined}
        onClick={() => actions.update([link])}
      >
        {texts.update}
      </Button>
    )
  const isDead = link.state === 'dead'
  const Glyph = isDead ? IconArchive : IconExternalLink
  return (
    <a
      className={classes(buttonCss.button, buttonCss.sm, buttonCss.ghost)}
      href={isDead ? toArchiveAddress(link.link) : safeHref(link.link)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Glyph className="i" />
      {isDead ? texts.archived : texts.openPage}
    </a>
  )
}
