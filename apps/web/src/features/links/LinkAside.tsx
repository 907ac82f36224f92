import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts } from '@nestmark/texts/links'
import { singleLinkTexts as texts } from '@nestmark/texts/singleLink'
import { Link } from 'react-router'
import { safeHref } from '../../lib/addresses.ts'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { useToken } from '../../lib/token.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import buttonCss from '../../ui/Button.module.css'
import { toCategoryLook } from '../../ui/categories.ts'
import { CategoryMark } from '../../ui/CategoryBadge.tsx'
import {
  IconCopy,
  IconDots,
  IconEdit,
  IconExternalLink,
  IconLock,
  IconStar,
  IconStarFilled,
  IconUsers,
  IconWorld,
} from '../../ui/icons.ts'
import { toDisplayName, useTree } from '../collections/data.ts'
import { useFavouriteLink } from './data.ts'
import { LinkMenu } from './LinkMenu.tsx'
import { formatTitle } from './linkDisplay.ts'
import css from './SingleLink.module.css'
import { useOtherViewers } from './singleLinkData.ts'

/** Shows the actions for a link and its facts. */
export function LinkAside({ link, onTrashed }: { link: LinkShape; onTrashed: () => void }) {
  const setFavourite = useFavouriteLink()
  const { index } = useTree()
  const signedIn = useToken() !== null
  const href = safeHref(link.link)
  const { label, tag } = toCategoryLook(link.category)
  const isActive = link.is_trash === 0
  const isRoot = link.parent === index?.root || link.parent_name === collectionsTexts.rootName
  return (
    <aside className={css.aside} aria-label={texts.about}>
      <div className={css.sticky}>
        {href && (
          <a
            className={`${buttonCss.button} ${buttonCss.primary} ${buttonCss.lg} ${css.openButton}`}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <IconExternalLink className="i s18" />
            {texts.openOriginal}
          </a>
        )}
        <div className={css.tools}>
          {link.can.edit && isActive ? (
            <Button icon={IconEdit} className="grow" onClick={() => openOverlay('editLink', { link })}>
              {texts.edit}
            </Button>
          ) : (
            <Button icon={IconCopy} className="grow" onClick={() => void copyPage(link._id)}>
              {texts.copyPage}
            </Button>
          )}
          {link.can.favourite && isActive && (
            <IconButton
              className={css.tool}
              active={link.favourite === 1}
              icon={link.favourite ? IconStarFilled : IconStar}
              label={link.favourite ? linksTexts.unfavourite : linksTexts.favourite}
              aria-pressed={link.favourite === 1}
              onClick={() => setFavourite.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 })}
            />
          )}
          {isActive && (
            <LinkMenu link={link} onTrashed={onTrashed}>
              {trigger => (
                <IconButton
                  {...trigger}
                  className={css.tool}
                  icon={IconDots}
                  label={linksTexts.actionsOf(formatTitle(link))}
                />
              )}
            </LinkMenu>
          )}
        </div>
        <dl className={css.facts}>
          <dt>{texts.category}</dt>
          <dd>
            {signedIn ? (
              <Link className={css.fact} to={`/search/?q=${tag}&type=category`}>
                <CategoryMark category={link.category} />
                {label}
              </Link>
            ) : (
              <span className={css.fact}>
                <CategoryMark category={link.category} />
                {label}
              </span>
            )}
          </dd>
          <dt>{texts.added}</dt>
          <dd>
            <time dateTime={isoDate(link.create_date)}>{formatDate(link.create_date)}</time>
          </dd>
          {href && (
            <>
              <dt>{texts.address}</dt>
              <dd className="el">
                <a className="acc" href={href} target="_blank" rel="noopener noreferrer" dir="ltr">
                  {link.link.replace(/^https?:\/\/(www\.)?/i, '')}
                </a>
              </dd>
            </>
          )}
          {signedIn && link.parent !== '' && (link.parent_name || index) && (
            <>
              <dt>{texts.collection}</dt>
              <dd className="el">
                <Link className="acc" to={isRoot ? '/dashboard' : `/c/${link.parent}`} dir="auto">
                  {isRoot
                    ? collectionsTexts.dashboard
                    : toDisplayName(link.parent_name ?? index?.entries.get(link.parent)?.name ?? '')}
                </Link>
              </dd>
            </>
          )}
          {(link.can.share || link.is_public === 1) && <Visibility link={link} isInRoot={isRoot} />}
        </dl>
      </div>
    </aside>
  )
}

/** Shows who can see the link, on its own or through its collection; only the owner may read the latter. */
function Visibility({ link, isInRoot }: { link: LinkShape; isInRoot: boolean }) {
  const others = useOtherViewers(link, isInRoot)
  if (others === undefined) return null
  const [Icon, text] =
    others === 'anyone'
      ? [IconWorld, texts.public]
      : others > 0
        ? [IconUsers, texts.sharedWith(others)]
        : [IconLock, texts.onlyYou]
  return (
    <>
      <dt>{texts.visibility}</dt>
      <dd className={css.fact}>
        <Icon className="i s14" />
        {text}
      </dd>
    </>
  )
}

async function copyPage(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/l/${id}`)
    toast({ title: texts.copied, duration: 2000 })
  } catch {
    toast({ tone: 'danger', title: texts.copyFailed })
  }
}
