import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { formatNumber } from '@nestmark/texts/counts'
import { playerTexts } from '@nestmark/texts/links/players'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { Fragment } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { safeHref } from '../../../lib/addresses.ts'
import { ShownDate } from '../../../ui/marks/ShownDate.tsx'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { useBrowse } from '../../../ui/lists/browse.ts'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { CategoryMark } from '../../../ui/marks/CategoryBadge.tsx'
import { IconLock, IconUsers, IconWorld } from '../../../ui/icons.ts'
import { toDisplayName, useTree } from '../../collections/data.ts'
import css from './SingleLink.module.css'
import { useOtherViewers } from './singleLinkData.ts'
import { fileTexts } from '@nestmark/texts/links/files'
import { downloadFile } from '../downloadFile.ts'
import filesCss from './MoreFiles.module.css'

/** Lists the facts of a link: category, date, address, collection and visibility. */
export function LinkFacts({ link }: { link: LinkShape }) {
  const { index } = useTree()
  const signedIn = useToken() !== null
  const href = safeHref(link.link)
  const { label, tag } = toCategoryLook(link.category)
  const categoryPath = useBrowse().category(tag)
  const category = (
    <>
      <CategoryMark category={link.category} />
      {label}
    </>
  )
  const isRoot = link.parent === index?.root || link.parent_name === collectionsTexts.rootName
  return (
    <dl className={css.facts}>
      <dt>{texts.category}</dt>
      <dd>
        {categoryPath !== null ? (
          <Link className={`inline g6 ${css.fact}`} to={categoryPath}>
            {category}
          </Link>
        ) : (
          <span className={`inline g6 ${css.fact}`}>{category}</span>
        )}
      </dd>
      <dt>{texts.added}</dt>
      <dd>
        <ShownDate time={link.create_date} />
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
      <MediaFacts link={link} />
      <MoreFiles link={link} />
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
  )
}

/** Shows the metadata of the first file of a link. */
function MediaFacts({ link: { media, size } }: { link: LinkShape }) {
  if (!media) return null
  const { width, height, duration, pages, media_type: type, name } = media
  const format = (type.split('/')[1] ?? '').toUpperCase()
  const facts: [string, string | null][] = [
    [playerTexts.length, duration ? formatPlayTime(duration / 1000) : null],
    [
      type.startsWith('video/') ? playerTexts.moving : playerTexts.picture,
      width && height ? `${playerTexts.dimensions(width, height)}, ${format}` : null,
    ],
    [playerTexts.pages, pages ? formatNumber(pages) : null],
    [playerTexts.size, formatFileSize(size)],
    [playerTexts.file, name],
  ]
  return facts.map(
    ([label, value]) =>
      value && (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="el num" title={value} dir="auto">
            {value}
          </dd>
        </Fragment>
      ),
  )
}

/** Lists the files of a link after the first one, which the page shows. Each downloads. */
function MoreFiles({ link }: { link: LinkShape }) {
  const { media } = link
  if (!media?.more) return null
  return (
    <>
      <dt>{fileTexts.more}</dt>
      <dd>
        <ul className={filesCss.files}>
          {media.more.map((name, at) => (
            // Two files may have the same name; the order is fixed.
            <li key={`${at} ${name}`}>
              <button
                type="button"
                className="el"
                title={name}
                aria-label={fileTexts.download(name)}
                dir="auto"
                onClick={() => void downloadFile(link, at + 1)}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </dd>
    </>
  )
}

/** Shows who can see the link, directly or through its collection; only the owner may read the latter. */
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
      <dd className={`inline g6 ${css.fact}`}>
        <Icon className="i s14" />
        {text}
      </dd>
    </>
  )
}
