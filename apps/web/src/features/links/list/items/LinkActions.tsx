import type { Link } from '@nestmark/contract/shapes'
import { encryptionMarkTexts } from '@nestmark/texts/encryption/encryptionMarks'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { mediaActionTexts } from '@nestmark/texts/links/mediaActions'
import { uiTexts } from '@nestmark/texts/ui'
import { safeHref } from '../../../../lib/addresses.ts'
import { canUnlock } from '@nestmark/client/encryption/sealedLink'
import { usePhone } from '../../../../lib/media/media.ts'
import { toPlayable } from '../../../../lib/media/playable.ts'
import { sound, controlSound } from '../../../../lib/media/sound.ts'
import { useStoreSelector } from '../../../../lib/store.ts'
import { IconButton } from '../../../../ui/fields/Button.tsx'
import buttonCss from '../../../../ui/fields/Button.module.css'
import { classes } from '../../../../ui/classes.ts'
import { IconExternalLink, IconLockOpen, IconPlaylistAdd } from '../../../../ui/icons.ts'
import { unlockLink } from '../../../encryption/unlockLink.ts'
import { FavouriteButton } from '../../FavouriteButton.tsx'
import { LinkMenu } from '../../LinkMenu.tsx'

/** Plays an audio file after the current one. */
function QueueButton({ link }: { link: Link }) {
  const isOtherPlaying = useStoreSelector(sound, now => now !== null && now.link._id !== link._id)
  if (!isOtherPlaying || link.is_trash === 1 || toPlayable(link)?.kind !== 'sound') return null
  return (
    <IconButton
      small
      iconClass=""
      icon={IconPlaylistAdd}
      label={mediaActionTexts.addToQueue}
      onClick={() => controlSound('enqueue', link)}
    />
  )
}

/** The buttons Open, Favourite and More of a card or row. The phone has only More. */
export function LinkActions({
  link,
  className,
  offersUnlock = false,
  onSelect,
  onPeek,
}: {
  link: Link
  className?: string
  /** Has a button that unlocks a locked link. The picture of a card shows it instead. */
  offersUnlock?: boolean
  /** Selects the link in its list. */
  onSelect: () => void
  /** Shows the link next to its list. */
  onPeek: (() => void) | undefined
}) {
  const phone = usePhone()
  const href = safeHref(link.link)
  return (
    <div className={className} data-actions>
      {!phone && href && (
        <a
          className={classes('inline t2 rigid', buttonCss.icon, buttonCss.small)}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          draggable={false}
          aria-label={texts.open}
          data-tip={texts.open}
        >
          <IconExternalLink className="i" />
        </a>
      )}
      {!phone && offersUnlock && canUnlock(link) && (
        <IconButton
          small
          iconClass=""
          icon={IconLockOpen}
          label={encryptionMarkTexts.unlock}
          onClick={() => void unlockLink(link)}
        />
      )}
      {!phone && <QueueButton link={link} />}
      {!phone && <FavouriteButton link={link} small iconClass="" />}
      <LinkMenu
        link={link}
        button={{ small: true, iconClass: phone ? 's18' : '', tip: uiTexts.more }}
        onSelect={onSelect}
        onPeek={onPeek}
      />
    </div>
  )
}
