import { linksTexts as texts } from '@nestmark/texts/links/links'
import { use } from 'react'
import { Link } from '../../../../lib/router/links.tsx'
import { useLocation } from '../../../../lib/router/location.ts'
import { canUnlock, isLocked } from '@nestmark/client/encryption/sealedLink'
import { classes } from '../../../../ui/classes.ts'
import { Marks } from '../../../../ui/marks/Marks.tsx'
import { unlockLink } from '../../../encryption/unlockLink.ts'
import { formatTitle } from '../../linkDisplay.ts'
import { type LinkItemProps, LinkItemOverrideContext } from './linkItem.ts'
import css from './RedactedTitle.module.css'

/** Shows the title of a card or row. A click opens the link, or selects it in select mode. */
export function LinkItemTitle({
  link,
  index,
  selecting,
  onToggle,
  className,
  ...anchor
}: Pick<LinkItemProps, 'link' | 'index' | 'selecting' | 'onToggle'> & {
  className?: string
  dir?: 'auto'
}) {
  const override = use(LinkItemOverrideContext)
  // Not a property of the item, which would render all items again when a link is shown next to the list.
  const { pathname, search } = useLocation()
  return (
    <Link
      data-main
      {...anchor}
      className={classes('covers', className)}
      to={`/l/${link._id}`}
      state={{ over: { pathname, search }, index }}
      draggable={false}
      aria-label={isLocked(link) ? texts.encryptedLink : undefined}
      onClick={event => {
        if (!selecting && !override) {
          if (!canUnlock(link) || event.metaKey || event.ctrlKey) return
          event.preventDefault()
          return void unlockLink(link)
        }
        event.preventDefault()
        if (!selecting) return override?.open(link)
        onToggle(index, event.shiftKey)
      }}
    >
      {isLocked(link) ? <RedactedTitle /> : <Marks text={formatTitle(link)} />}
    </Link>
  )
}

/** Replaces the title of an encrypted link: two bars, never the ciphertext. */
export function RedactedTitle() {
  return (
    <>
      <span className={css.redacted} style={{ width: '82%' }} />
      <span className={css.redacted} style={{ width: '54%' }} />
    </>
  )
}
