import type { StoredLink } from '@nestmark/contract/storage'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { type ReactNode, useState } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { CategoryBadge } from '../../ui/marks/CategoryBadge.tsx'
import { SettingsLoading } from '../settings/SettingsLoading.tsx'
import css from './Storage.module.css'
import { formatStoredName, type StoredFilter, storedLinksPerPage, useStoredLinks } from './storageData.ts'

interface PageProps {
  filter: StoredFilter
  /** Renders a row. */
  children: (link: StoredLink) => ReactNode
}

/** The links of a filter. Later pages are loaded when they are shown. @param more the class of the button for them */
export function StoredPages({
  label,
  more,
  ...props
}: PageProps & { label?: string; more: string | undefined }) {
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useStoredLinks(props.filter, 1)
  if (!data) return <SettingsLoading error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data.total > 0 && (
        <ul className={css.links} aria-label={label}>
          {Array.from({ length: pages }, (_, at) => (
            <StoredPage key={at} {...props} page={at + 1} />
          ))}
        </ul>
      )}
      {data.total > pages * storedLinksPerPage && (
        <Button className={more} onClick={() => setPages(pages + 1)}>
          {texts.showMore}
        </Button>
      )}
    </>
  )
}

function StoredPage({ filter, page, children }: PageProps & { page: number }) {
  const { data, error, refetch } = useStoredLinks(filter, page)
  if (!data) return <SettingsLoading error={error} onRetry={() => void refetch()} />
  return data.links.map(children)
}

/** The picture of a link, its name, and what is stored for it. @param onOpen called when the link's page opens */
export function StoredName({ link, onOpen }: { link: StoredLink; onOpen?: () => void }) {
  return (
    <>
      <StoredThumb link={link} />
      <span className={`grow ${css.name}`}>
        <Link to={`/l/${link._id}`} className="el w560" dir="auto" onClick={onOpen}>
          {formatStoredName(link)}
        </Link>
        <span className="el t3 text12">{describeStored(link)}</span>
      </span>
    </>
  )
}

/** The picture of a link, or its category. */
function StoredThumb({ link }: { link: StoredLink }) {
  const [isFailed, setFailed] = useState(false)
  return (
    <span className={`centre rigid ${css.thumb}`}>
      {link.thumbnail !== '' && !isFailed ? (
        <img
          className="cover"
          src={`${link.thumbnail}&w=160`}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
        />
      ) : (
        <CategoryBadge category={link.category} />
      )}
    </span>
  )
}

/** Describes what is stored for a link. */
function describeStored({
  enc,
  category,
  files,
  versions,
  captures,
  is_trash: isTrashed,
}: StoredLink): string {
  const one = enc === 1 ? texts.encryptedFile : (texts.uploaded[category - 1] ?? '')
  return [
    ...(files > 0 ? [files === 1 ? one : texts.files(files)] : []),
    ...(versions > 0 ? [texts.versions(versions)] : []),
    ...(captures > 0 ? [texts.captures(captures)] : []),
    ...(isTrashed ? [texts.inTrash] : []),
  ].join(' · ')
}
