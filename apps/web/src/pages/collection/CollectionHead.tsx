import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { uiTexts } from '@nestmark/texts/ui'
import { useRef, type RefObject, useEffect, useState } from 'react'
import { Link } from '../../lib/router/links.tsx'
import {
  type Content,
  formatContent,
  readContent,
} from '../../features/collections/cards/collectionContent.ts'
import { CollectionMenu } from '../../features/collections/menu/CollectionMenu.tsx'
import { formatCollectionName, useFavouriteCollection, useTree } from '../../features/collections/data.ts'
import { getSharingState } from '../../features/collections/tree/tree.ts'
import { useIndexOf } from '../../features/collections/useSharedTree.ts'
import { EncryptedBadge } from '../../features/encryption/EncryptedBadge.tsx'
import { PausedFeeds } from '../../features/feeds/PausedFeeds.tsx'
import { isFiltered, type LinkQuery } from '../../features/links/listQuery.ts'
import { AccessLine } from '../../features/share/AccessLine.tsx'
import { SuggestButton } from '../../features/suggestions/SuggestButton.tsx'
import { useIsOffline } from '../../lib/connection.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { usePhone } from '../../lib/media/media.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import type { Crumb } from '../../ui/page/Breadcrumb.tsx'
import { IconChevronRight, IconShare, IconStar, IconStarFilled } from '../../ui/icons.ts'
import { PhoneBar } from '../../ui/page/PhoneBar.tsx'
import { SharingMark } from '../../ui/marks/SharingMark.tsx'
import { CollectionTitle } from './CollectionTitle.tsx'
import css from './CollectionPage.module.css'

// Loaded separately, because few collections need them.
const CollectionKeys = lazyPart(() => import('../../features/encryption/keys/CollectionKeys.tsx'))
const PlayAll = lazyPart(() => import('../../features/files/sound/PlayAll.tsx'))

/** The name and description of a collection with its buttons; on the phone also the number of its links. */
export function CollectionHead({
  folder,
  linkCount,
  query,
}: {
  folder: Collection
  /** The number of links that the list shows; undefined until it is loaded. */
  linkCount: number | undefined
  query: LinkQuery
}) {
  const phone = usePhone()
  const head = useRef<HTMLDivElement>(null)
  const isInView = useIsInView(head)
  const isSticky = !phone && !isInView
  const sounds = folder.category_counts[4] ?? 0
  const content = readContent(folder, useIndexOf()(folder)?.entries.get(folder._id))
  const hasOnlySounds = sounds > 0 && (query.category === 5 || sounds === folder.links_count)
  return (
    <>
      <div className={css.stickyBox}>
        {isSticky && (
          <div className={css.sticky}>
            <CollectionTitle key={folder._id} folder={folder} isSticky hasKey />
            {folder.role === 'owner' && <SharingButton folder={folder} />}
            <span className="grow" />
            <div className={`row ${css.actions}`}>
              <CollectionActions folder={folder} />
            </div>
          </div>
        )}
      </div>
      <div ref={head} className="flex g12 top">
        <div className="grow">
          <div className={`row wrap ${css.title}`}>
            <CollectionTitle key={folder._id} folder={folder} hasKey={!isSticky} />
            {folder.role === 'owner' && <SharingButton folder={folder} />}
            <EncryptedBadge folder={folder} />
          </div>
          {phone && <p className={css.meta}>{formatLinkCount(linkCount, folder, query, content)}</p>}
          {folder.desc && !folder.is_root && (
            <p className={`t2 mt4 f14 ${css.desc}`} dir="auto">
              {folder.desc}
            </p>
          )}
          <AccessLine folder={folder} />
          {folder.can.add && (
            <PausedFeeds collection={{ _id: folder._id, name: formatCollectionName(folder) }} />
          )}
        </div>
        {!phone && hasOnlySounds && (
          <div className={`row ${css.actions}`}>
            <PlayAll folder={folder} />
          </div>
        )}
        {!phone && <SuggestButton folder={folder} />}
        {!phone && (
          <div className={`row ${css.actions}`}>
            <CollectionActions folder={folder} />
          </div>
        )}
      </div>
      {folder.enc_id !== undefined && <CollectionKeys folder={folder} />}
      {phone && hasOnlySounds && (
        <div style={{ marginTop: 12 }}>
          <PlayAll folder={folder} />
        </div>
      )}
      {phone && folder.can.suggest && (
        <div style={{ marginTop: 12 }}>
          <SuggestButton folder={folder} />
        </div>
      )}
    </>
  )
}

/**
 * Returns the number of links as text. A filter does not change the collection's own count, so it is shown too. The
 * text has its line before the list is loaded.
 */
function formatLinkCount(
  shown: number | undefined,
  folder: Collection,
  query: LinkQuery,
  content: Content | null,
): string {
  if (!isFiltered(query) && !folder.is_root && content && content.collections > 0)
    return formatContent(content)
  if (!isFiltered(query)) return linksTexts.count(shown ?? folder.links_count)
  if (shown === undefined) return '\u00a0'
  return query.sub ? linksTexts.count(folder.links_count) : linksTexts.countOf(shown, folder.links_count)
}

/** The buttons Share and Favourite, and the menu. */
function CollectionActions({ folder }: { folder: Collection }) {
  const isPublic = useIsPublic(folder)
  const phone = usePhone()
  return (
    <>
      <ShareButton folder={folder} />
      <FavouriteButton folder={folder} />
      <CollectionMenu
        collection={folder}
        offersFeed={isPublic}
        button={{ iconClass: phone ? 's20' : 's18' }}
      />
    </>
  )
}

/** The phone's header on a collection: a link to the parent, and the same actions. */
export function CollectionPhoneBar({ folder, parent }: { folder: Collection; parent: Crumb }) {
  return (
    <PhoneBar to={parent.to}>
      <div className={`row grow g4 t3 f14 ${css.parent}`}>
        {parent.to !== '/dashboard' && (
          <>
            <span aria-hidden="true">…</span>
            <IconChevronRight className="i s12" />
          </>
        )}
        <Link className="el" to={parent.to} dir="auto">
          {parent.label}
        </Link>
      </div>
      <CollectionActions folder={folder} />
    </PhoneBar>
  )
}

/** Returns whether everyone can open a collection, also through one above it. */
function useIsPublic(folder: Collection): boolean {
  const { index } = useTree()
  const isOwnPublic = folder.role === 'public' || folder.read === 3
  return isOwnPublic || (index !== undefined && getSharingState(index, folder._id)?.isPublic === true)
}

/** Shows who else has access to a collection of the user, and opens the dialog that changes it. */
function SharingButton({ folder }: { folder: Collection }) {
  const { index } = useTree()
  const sharing = index ? getSharingState(index, folder._id) : null
  if (!sharing || !folder.can.share) return null
  return (
    <button
      type="button"
      className={css.sharing}
      onClick={() => openOverlay('shareCollection', { collection: folder })}
    >
      <SharingMark sharing={sharing} detail="full" />
    </button>
  )
}

function ShareButton({ folder }: { folder: Collection }) {
  const phone = usePhone()
  const disabled = useIsOffline()
  if (!folder.can.share) return null
  const open = () => openOverlay('shareCollection', { collection: folder })
  return phone ? (
    <IconButton iconClass="s20" icon={IconShare} label={uiTexts.share} disabled={disabled} onClick={open} />
  ) : (
    <Button icon={IconShare} disabled={disabled} onClick={open}>
      {uiTexts.share}
    </Button>
  )
}

function FavouriteButton({ folder }: { folder: Collection }) {
  const favourite = useFavouriteCollection()
  const phone = usePhone()
  if (!folder.can.favourite || folder.is_root) return null
  return (
    <IconButton
      iconClass={phone ? 's20' : 's18'}
      active={folder.favourite === 1}
      icon={folder.favourite ? IconStarFilled : IconStar}
      label={folder.favourite ? texts.unfavourite : texts.favourite}
      onClick={() => favourite.mutate({ folder_id: folder._id, is_fav: folder.favourite ? 0 : 1 })}
    />
  )
}

/** The height of the page's header, in pixels. */
const headerHeight = 56

/** Returns whether a part of an element is visible below the page's header; true before it is known. */
function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      entries => setIsInView(entries.at(-1)?.isIntersecting ?? true),
      {
        rootMargin: `-${headerHeight}px 0px 0px`,
      },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
