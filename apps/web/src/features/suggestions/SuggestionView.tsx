import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { Link } from '../../lib/router/links.tsx'
import { safeHref } from '../../lib/addresses.ts'
import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { CategoryBadge } from '../../ui/marks/CategoryBadge.tsx'
import { IconCheck, IconEdit, IconExternalLink, IconTrash } from '../../ui/icons.ts'
import { toCategoryLook } from '../../ui/marks/categories.ts'
import { LinkChecklist } from '../links/detail/LinkChecklist.tsx'
import { usePreviewPicture } from '../links/form/save/linkFormData.ts'
import { LinkMedia } from '../links/detail/LinkMedia.tsx'
import { formatSource, formatTitle } from '../links/linkDisplay.ts'
import type { ListedSuggestion, Side } from './data.ts'
import { formatSender, SuggestionStatus } from './SuggestionStatus.tsx'
import css from './Suggestions.module.css'

/** Previews a suggestion as a link: media, texts, sender and collection. */
export default function SuggestionView({
  suggestion,
  side,
  onApprove,
  onRemove,
  onClose,
}: {
  suggestion: ListedSuggestion
  side: Side
  onApprove: () => void
  onRemove: () => void
  onClose: () => void
}) {
  const { sugg_can: can, parent, parent_name: parentName, from } = suggestion
  const thumbnail = usePreviewPicture(suggestion.picture ?? suggestion.thumbnail)
  const link = { ...suggestion, thumbnail }
  const href = safeHref(suggestion.link)
  const closeAnd = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Dialog
      title={texts.preview}
      size={720}
      onClose={onClose}
      footerStart={
        <>
          {can.edit && (
            <Button
              size="sm"
              variant="ghost"
              icon={IconEdit}
              onClick={closeAnd(() => openOverlay('suggest', { suggestion, side }))}
            >
              {texts.edit}
            </Button>
          )}
        </>
      }
      footer={
        <>
          {can.remove && (
            <Button variant="danger" icon={IconTrash} onClick={closeAnd(onRemove)}>
              {texts.remove}
            </Button>
          )}
          {can.approve && (
            <Button variant="primary" icon={IconCheck} onClick={closeAnd(onApprove)}>
              {texts.approve}
            </Button>
          )}
        </>
      }
    >
      <article>
        <div className={`row g8 t2 ${css.categoryRow}`}>
          <CategoryBadge category={link.category} small />
          <span>{toCategoryLook(link.category).label}</span>
          <span className="grow" />
          <SuggestionStatus suggestion={suggestion} side={side} />
        </div>
        <LinkMedia link={link} />
        <h3 className={css.title} dir="auto">
          {formatTitle(link)}
        </h3>
        <p className={`flex wrap t3 ${css.meta}`}>
          {side === 'to_me' && from !== null && <span className="sr">{formatSender(from)}</span>}
          {href !== undefined && (
            <a
              className={`inline acc min0 ${css.address}`}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
            >
              <IconExternalLink className="i s14" />
              <span className="el" dir="ltr">
                {formatSource(link) || href}
              </span>
            </a>
          )}
          <ShownDate time={link.create_date} />
          {parent !== '' && (
            <Link
              className={`inline acc min0 ${css.address}`}
              to={`/c/${parent}`}
              onClick={onClose}
              dir="auto"
            >
              {texts.for(parentName ?? '')}
            </Link>
          )}
          {suggestion.link_id !== null && (
            <Link
              className={`inline acc min0 ${css.address}`}
              to={`/l/${suggestion.link_id}`}
              onClick={onClose}
            >
              {texts.openLink}
            </Link>
          )}
        </p>
        {link.check_list.length > 0 && <LinkChecklist link={link} />}
        {link.desc !== '' && (
          <p className={`t2 anywhere ${css.desc}`} dir="auto">
            {link.desc}
          </p>
        )}
        {link.tags.length > 0 && (
          <p className="t3 anywhere mt12 f13">{link.tags.map(tag => `#${tag.name}`).join(' ')}</p>
        )}
      </article>
    </Dialog>
  )
}
