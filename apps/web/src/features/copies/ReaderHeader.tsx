import type { PageCopies } from '@nestmark/contract/copies'
import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts } from '@nestmark/texts/links'
import { readerTexts as texts } from '@nestmark/texts/reader'
import { useState } from 'react'
import { Link } from 'react-router'
import { safeHref } from '../../lib/addresses.ts'
import { usePhone } from '../../lib/media.ts'
import { IconButton } from '../../ui/Button.tsx'
import buttonCss from '../../ui/Button.module.css'
import {
  IconArrowLeft,
  IconDots,
  IconExternalLink,
  IconLetterCase,
  IconStar,
  IconStarFilled,
  IconX,
} from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { toDisplayName } from '../collections/data.ts'
import { useFavouriteLink } from '../links/data.ts'
import { useMe } from '../session/data.ts'
import css from './Reader.module.css'
import { TextSettings } from './TextSettings.tsx'
import type { ReaderText } from './useReaderText.ts'

/** The way back, and the tools of the reader. */
export function ReaderHeader({
  link,
  version,
  text,
  onClose,
}: {
  link: LinkShape
  version: PageCopies['versions'][number] | undefined
  text: ReaderText
  onClose: () => void
}) {
  const phone = usePhone()
  const rootId = useMe()?.root_folder
  const setFavourite = useFavouriteLink()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const href = safeHref(link.link)
  const isRoot = link.parent === '' || link.parent === rootId
  return (
    <header className={css.header}>
      {phone ? (
        <IconButton icon={IconArrowLeft} label={texts.close} iconClass="s20" onClick={onClose} />
      ) : (
        <Link className={css.back} to={isRoot ? '/dashboard' : `/c/${link.parent}`}>
          <IconArrowLeft className="i" />
          <span className="el" dir="auto">
            {isRoot ? collectionsTexts.dashboard : toDisplayName(link.parent_name ?? '')}
          </span>
        </Link>
      )}
      <span className="grow" />
      <span ref={setAnchor}>
        <IconButton
          icon={IconLetterCase}
          label={texts.text}
          active={isOpen}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </span>
      {link.can.favourite && (
        <IconButton
          icon={link.favourite ? IconStarFilled : IconStar}
          label={link.favourite ? linksTexts.unfavourite : linksTexts.favourite}
          active={link.favourite === 1}
          aria-pressed={link.favourite === 1}
          onClick={() => setFavourite.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 })}
        />
      )}
      {href && (
        <a
          className={`${buttonCss.button} ${buttonCss.sm} ${css.open}`}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconExternalLink className="i" />
          {texts.openPage}
        </a>
      )}
      {version?.copy && version.kind !== 'file' && (
        <Menu
          label={texts.actions}
          items={[{ label: texts.wholePage, icon: IconExternalLink, href: version.copy }]}
        >
          {trigger => <IconButton {...trigger} icon={IconDots} label={texts.actions} />}
        </Menu>
      )}
      {!phone && <IconButton icon={IconX} label={texts.close} onClick={onClose} />}
      {isOpen && anchor && (
        <Popup
          anchor={anchor}
          sheet
          className={css.textPanel}
          onClose={byKey => {
            setIsOpen(false)
            if (byKey) anchor.querySelector('button')?.focus()
          }}
        >
          <TextSettings settings={text.settings} size={text.size} onChange={text.change} />
        </Popup>
      )}
    </header>
  )
}
