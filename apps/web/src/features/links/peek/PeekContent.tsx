import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { singleLinkTexts } from '@nestmark/texts/links/singleLink'
import { use } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { safeHref } from '../../../lib/addresses.ts'
import { ShownDate } from '../../../ui/marks/ShownDate.tsx'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import buttonCss from '../../../ui/fields/Button.module.css'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { classes } from '../../../ui/classes.ts'
import { CollectionGlyph } from '../../../ui/marks/CollectionGlyph.tsx'
import { IconEdit, IconExternalLink, IconFolderSymlink } from '../../../ui/icons.ts'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { toDisplayName, useTree } from '../../collections/data.ts'
import { listAncestors } from '../../collections/tree/tree.ts'
import { LinkLock } from '../../encryption/LinkLock.tsx'
import { LockedLink } from '../../encryption/LockedLink.tsx'
import { LinkChecklist } from '../detail/LinkChecklist.tsx'
import { useIsPageLost } from '../detail/linkCopies.ts'
import { LinkCopiesContext, LinkHighlightsContext } from '../linkSlots.ts'
import { LinkMedia } from '../detail/LinkMedia.tsx'
import { LinkNote } from '../detail/LinkNote.tsx'
import { formatSource, formatTitle, toMovable } from '../linkDisplay.ts'
import css from './LinkPeek.module.css'

/** Shows the parts of a link by importance: picture, title, actions, description, tags, note, collection. */
export function PeekContent({ link }: { link: LinkShape }) {
  const signedIn = useToken() !== null
  const { icon: Glyph, className } = toCategoryLook(link.category)
  const isActive = link.is_trash === 0
  const isNote = link.category === 4
  const renderCopies = use(LinkCopiesContext)
  const renderHighlights = use(LinkHighlightsContext)
  const hasDescription = link.desc.trim() !== '' && (link.desc_toggle === 1 || isNote)
  return (
    <>
      <LinkMedia link={link} />
      <h2 className={css.title} dir="auto">
        <Link to={`/l/${link._id}`}>{formatTitle(link)}</Link>
      </h2>
      <div className={classes('row g6 t3', 'min0 mt8', css.meta, className)}>
        <Glyph className="i s14" />
        <span className="el">{formatSource(link)}</span>
        <span aria-hidden="true">·</span>
        <ShownDate className="nw" time={link.create_date} />
        <LinkLock link={link} />
      </div>
      <LockedLink link={link} />
      <PeekButtons link={link} />
      {link.check_list.length > 0 && <LinkChecklist link={link} />}
      {hasDescription && (
        <p className={classes('t2 anywhere f14', css.desc, isNote && css.ownText)} dir="auto">
          {link.desc}
        </p>
      )}
      {(link.tags.length > 0 || link.can.edit) && (
        <div className={`row wrap g6 ${css.tags}`}>
          {link.tags.map(tag => (
            <Tag key={tag._id} name={tag.name} />
          ))}
          {link.can.edit && isActive && (
            <button
              type="button"
              className={`t2 f12 rel ${css.addTag}`}
              onClick={() => openOverlay('tagLinks', { links: [toMovable(link)] })}
            >
              {texts.addTag}
            </button>
          )}
        </div>
      )}
      {renderCopies?.(link)}
      {renderHighlights?.(link)}
      {signedIn && isActive && !isLocked(link) && <LinkNote linkId={link._id} />}
      {signedIn && link.parent !== '' && <PeekCollection link={link} />}
    </>
  )
}

function PeekButtons({ link }: { link: LinkShape }) {
  const href = safeHref(link.link)
  const isActive = link.is_trash === 0
  const isLost = useIsPageLost(link)
  return (
    <div className={`flex wrap g8 ${css.buttons}`}>
      {href && (
        <a
          className={classes(buttonCss.button, !isLost && buttonCss.primary)}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconExternalLink className="i" />
          {singleLinkTexts.openOriginal}
        </a>
      )}
      {link.can.edit && isActive && (
        <Button icon={IconEdit} onClick={() => openOverlay('editLink', { link })}>
          {texts.edit}
        </Button>
      )}
      {link.can.move && isActive && (
        <Button icon={IconFolderSymlink} onClick={() => openOverlay('move', { links: [toMovable(link)] })}>
          {texts.move}
        </Button>
      )}
    </div>
  )
}

/** Shows the path to the collection of the link. */
function PeekCollection({ link }: { link: LinkShape }) {
  const { index } = useTree()
  const isRoot = link.parent === index?.root
  const entry = index?.entries.get(link.parent)
  const path = index && entry ? [...listAncestors(index, link.parent), entry] : []
  const name = isRoot ? collectionsTexts.dashboard : toDisplayName(entry?.name ?? link.parent_name ?? '')
  if (name === '') return null
  return (
    <section className={css.collection} aria-label={texts.collection}>
      <h3>{texts.collection}</h3>
      <Link to={isRoot ? '/dashboard' : `/c/${link.parent}`} dir="auto">
        <CollectionGlyph levels={1} counts={[]} size={18} />
        <span>
          {path.slice(0, -1).map(ancestor => `${toDisplayName(ancestor.name)} / `)}
          <strong>{name}</strong>
        </span>
      </Link>
    </section>
  )
}
