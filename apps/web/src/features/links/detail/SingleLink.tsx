import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { ShownDate } from '../../../ui/marks/ShownDate.tsx'
import { isEncryptedPlace } from '../../../lib/encryption/entering.ts'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { useToken } from '../../../lib/browser/token.ts'
import { Button, ButtonLink } from '../../../ui/fields/Button.tsx'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { classes } from '../../../ui/classes.ts'
import { CategoryBadge } from '../../../ui/marks/CategoryBadge.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { LinkLock } from '../../encryption/LinkLock.tsx'
import { LockedLink } from '../../encryption/LockedLink.tsx'
import { LinkAside } from './LinkAside.tsx'
import { RedactedTitle } from '../list/items/LinkItemTitle.tsx'
import { LinkChecklist } from './LinkChecklist.tsx'
import { LinkNote } from './LinkNote.tsx'
import { LinkMedia } from './LinkMedia.tsx'
import { formatSource, formatTitle } from '../linkDisplay.ts'
import css from './SingleLink.module.css'
import { linksTexts } from '@nestmark/texts/links/links'
import { trashLinks, updateLink } from '@nestmark/contract/links/links'
import { patchLinks } from '../data.ts'
import { toast } from '../../../lib/toasts.ts'
import { getCollection } from '@nestmark/contract/collections'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { IconRestore, IconTrash } from '../../../ui/icons.ts'
import { publicPageTexts } from '@nestmark/texts/sharing/publicPage'
import { Link } from '../../../lib/router/links.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'

/** Shows one link in full: media, texts, and its actions at the side. */
export function SingleLink({
  link,
  narrow = false,
  onTrashed,
}: {
  link: LinkShape
  /** It is in an overlay over another page. */
  narrow?: boolean
  onTrashed: () => void
}) {
  const signedIn = useToken() !== null
  const { label, tag } = toCategoryLook(link.category)
  const Heading = narrow ? 'h2' : 'h1'
  return (
    <div className={classes(css.page, narrow && css.narrow)}>
      <article className={`min0 ${css.article}`}>
        {!narrow && <PublicOrigin link={link} />}
        <div className={`row g8 t2 ${css.category}`}>
          <CategoryBadge category={link.category} small />
          <span className="w540">{label}</span>
          <span className="t3">#{tag}</span>
        </div>
        {/* In the overlay its buttons are next to the first row, so this must be the short one. */}
        {narrow && <PublicOrigin link={link} />}
        {link.is_trash === 1 && <LinkInTrash link={link} />}
        <LinkMedia link={link} />
        <Heading className={css.title} dir="auto" aria-label={isLocked(link) ? formatTitle(link) : undefined}>
          {isLocked(link) ? <RedactedTitle /> : formatTitle(link)}
        </Heading>
        <div className="flex g8 t3 min0 mt12 f14">
          <span className="el">{formatSource(link)}</span>
          <span aria-hidden="true">·</span>
          <ShownDate className="nw" time={link.create_date} />
          <LinkLock link={link} place={isEncryptedPlace(link.parent) ? link.parent : null} />
        </div>
        {link.tags.length > 0 && (
          <div className={`flex wrap g6 ${css.tags}`}>
            {link.tags.map(each => (
              <Tag key={each._id} name={each.name} />
            ))}
          </div>
        )}
        {link.check_list.length > 0 && <LinkChecklist link={link} />}
        <LockedLink link={link} />
        <Description link={link} />
        {signedIn && link.is_trash === 0 && !isLocked(link) && (
          <div className={css.ownNote}>
            <LinkNote linkId={link._id} />
          </div>
        )}
      </article>
      <LinkAside link={link} onTrashed={onTrashed} />
    </div>
  )
}

/** Shows that a link is in the trash, individually or with its collection, and offers to restore it. */
function LinkInTrash({ link }: { link: LinkShape }) {
  const restore = useOperationMutation(trashLinks, {
    onSuccess: ({ changed }) => toast({ title: linksTexts.restored(changed) }),
  })
  // A link that was trashed with its collection is restored only with it.
  const { data, isPending } = useOperation(getCollection, { folder_id: link.parent }, { quiet: true })
  const withCollection = data?.folder.is_trash === 1
  return (
    <div className={`row g10 ${css.trashed}`} role="status">
      <IconTrash className="i" />
      <span className="grow">{withCollection ? texts.inTrashWith : texts.inTrash}</span>
      {withCollection && data.folder.role === 'owner' && (
        <ButtonLink size="sm" to="/trash">
          {collectionsTexts.openTrash}
        </ButtonLink>
      )}
      {link.can.trash && !isPending && !withCollection && (
        <Button
          size="sm"
          icon={IconRestore}
          disabled={restore.isPending}
          onClick={() => restore.mutate({ linkIdArr: [link._id], isTrash: 0 })}
        >
          {texts.restore}
        </Button>
      )}
    </div>
  )
}

function Description({ link }: { link: LinkShape }) {
  const toggle = useOperationMutation(updateLink, { onSuccess: saved => patchLinks(saved._id, saved) })
  if (link.desc.trim() === '') return null
  const isShown = link.desc_toggle === 1
  const isNote = link.category === 4
  return (
    <>
      {isShown && (
        <div
          className={classes(
            't2 anywhere',
            css.desc,
            isNote && css.note,
            link.subCategory === 2 && isNote && css.quote,
          )}
          dir="auto"
        >
          {link.desc}
        </div>
      )}
      {link.can.edit && link.is_trash === 0 && !isNote && (
        <Button
          size="sm"
          variant="ghost"
          className={css.toggle}
          aria-expanded={isShown}
          onClick={() => toggle.mutate({ link_id: link._id, desc_toggle: isShown ? 0 : 1 })}
        >
          {isShown ? texts.hideDescription : texts.showDescription}
        </Button>
      )}
    </>
  )
}

/** Shows who has saved a public link, and links to its collection when that is public, too. */
function PublicOrigin({ link: { owner_name: owner, parent, parent_name: name } }: { link: LinkShape }) {
  if (!owner) return null
  return (
    <p className="row g10 t2 f14" style={{ marginBottom: 14 }}>
      <Avatar name={owner} />
      <span>
        {publicPageTexts.savedBy} <b dir="auto">{owner}</b>
        {parent !== '' && name && (
          <>
            {' '}
            {publicPageTexts.savedIn}{' '}
            <Link className="acc w540" to={`/c/${parent}`} dir="auto">
              {name}
            </Link>
          </>
        )}
      </span>
    </p>
  )
}
