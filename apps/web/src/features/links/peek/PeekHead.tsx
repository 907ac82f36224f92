import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { singleLinkTexts } from '@nestmark/texts/links/singleLink'
import { uiTexts } from '@nestmark/texts/ui'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconChevronDown, IconChevronUp, IconX } from '../../../ui/icons.ts'
import { FavouriteButton } from '../FavouriteButton.tsx'
import { LinkMenu } from '../LinkMenu.tsx'
import css from './LinkPeek.module.css'

/** The first line of the peek: the position in the list, buttons for the previous and next link, and the actions. */
export function PeekHead({
  link,
  index,
  total,
  onStep,
  onClose,
}: {
  link: Link | undefined
  index: number
  total: number
  onStep: (index: number) => void
  onClose: () => void
}) {
  return (
    <div className={`row g4 rigid ${css.head}`}>
      <span className={`num ${css.position}`}>{index >= 0 && texts.positionOf(index + 1, total)}</span>
      {index >= 0 && (
        <>
          <IconButton
            small
            icon={IconChevronUp}
            label={singleLinkTexts.previous}
            aria-disabled={index === 0}
            onClick={() => index > 0 && onStep(index - 1)}
          />
          <IconButton
            small
            icon={IconChevronDown}
            label={singleLinkTexts.next}
            aria-disabled={index >= total - 1}
            onClick={() => index < total - 1 && onStep(index + 1)}
          />
          <span className={css.line} />
        </>
      )}
      {link && <FavouriteButton link={link} small />}
      {link?.is_trash === 0 && <LinkMenu link={link} button={{ small: true }} onTrashed={onClose} />}
      <IconButton small icon={IconX} label={uiTexts.close} onClick={onClose} />
    </div>
  )
}
