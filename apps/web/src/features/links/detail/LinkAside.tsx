import type { Link } from '@nestmark/contract/shapes'
import { playerTexts } from '@nestmark/texts/links/players'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { publicPageTexts } from '@nestmark/texts/sharing/publicPage'
import { use } from 'react'
import { safeHref } from '../../../lib/addresses.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { copyText } from '../../../lib/browser/copyText.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import buttonCss from '../../../ui/fields/Button.module.css'
import {
  IconCopy,
  IconDownload,
  IconEdit,
  IconExternalLink,
  IconAlertTriangle,
  IconClock,
  IconLock,
  IconRefresh,
} from '../../../ui/icons.ts'
import { downloadFile } from '../downloadFile.ts'
import { FavouriteButton } from '../FavouriteButton.tsx'
import { useIsPageLost } from './linkCopies.ts'
import { LinkFacts } from './LinkFacts.tsx'
import { LinkCopiesContext, LinkHighlightsContext } from '../linkSlots.ts'
import cardCss from './SignUpCard.module.css'
import { Logo } from '../../../ui/marks/Logo.tsx'
import { goToSignIn } from '../../session/signIn.ts'
import { LinkMenu } from '../LinkMenu.tsx'
import css from './SingleLink.module.css'
import { readFilesAgain } from '@nestmark/contract/files'
import { fileTexts } from '@nestmark/texts/links/files'
import { useIsOffline } from '../../../lib/connection.ts'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import fileCss from './FileState.module.css'

/** Shows the actions for a link and its facts. */
export function LinkAside({ link, onTrashed }: { link: Link; onTrashed: () => void }) {
  const href = safeHref(link.link)
  const isActive = link.is_trash === 0
  const signedIn = useToken() !== null
  const isLost = useIsPageLost(link)
  const renderCopies = use(LinkCopiesContext)
  const renderHighlights = use(LinkHighlightsContext)
  return (
    <aside className={css.aside} aria-label={texts.about}>
      <div className={css.sticky}>
        {href && (
          <a
            className={classes(buttonCss.button, !isLost && buttonCss.primary, buttonCss.lg, css.openButton)}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <IconExternalLink className="i s18" />
            {texts.openOriginal}
          </a>
        )}
        {link.media && (
          <Button
            variant={href ? 'plain' : 'primary'}
            size="lg"
            className={css.openButton}
            icon={IconDownload}
            onClick={() => void downloadFile(link)}
          >
            {playerTexts.download}
          </Button>
        )}
        <FileState link={link} />
        <div className={`flex g8 ${css.tools}`}>
          {link.can.edit && isActive ? (
            <Button icon={IconEdit} className="grow" onClick={() => openOverlay('editLink', { link })}>
              {texts.edit}
            </Button>
          ) : (
            <Button icon={IconCopy} className="grow" onClick={() => void copyPage(link._id)}>
              {texts.copyPage}
            </Button>
          )}
          <FavouriteButton link={link} className={css.tool} aria-pressed={link.favourite === 1} />
          {isActive && <LinkMenu link={link} button={{ className: css.tool }} onTrashed={onTrashed} />}
        </div>
        {renderCopies?.(link, css.copy)}
        {renderHighlights?.(link)}
        <LinkFacts link={link} />
        {!signedIn && (
          <div className={css.signUp}>
            <SignUpCard back={`/l/${link._id}`} />
          </div>
        )}
      </div>
    </aside>
  )
}

const copyPage = (id: string) => copyText(`${location.origin}/l/${id}`, { ...texts, duration: 2000 })

/** Invites visitors of a public link to sign up. */
function SignUpCard({ back }: { back: string }) {
  return (
    <section className={cardCss.card} aria-label={publicPageTexts.signUpTitle}>
      <Logo size={32} />
      <h2 className={cardCss.title}>{publicPageTexts.signUpTitle}</h2>
      <p className={cardCss.line}>{publicPageTexts.signUpLine}</p>
      <Button onClick={() => void goToSignIn('register', back)}>{publicPageTexts.tryFree}</Button>
    </section>
  )
}

/** Shows that the preview of an uploaded file is being made, or why there is none. Nothing is shown for other files. */
function FileState({ link }: { link: Link }) {
  const { media } = link
  const readAgain = useOperationMutation(readFilesAgain)
  const isOffline = useIsOffline()
  if (!media || media.state === 'ready') return null
  // The server makes no preview of an encrypted file.
  if (media.state === 'working' && link.enc === 1) return null
  if (media.state === 'working')
    return (
      <p className={`row g8 t2 ${fileCss.state}`} role="status">
        <IconClock className="i" /> {fileTexts.makingPreview}
      </p>
    )
  const isLost = media.state === 'lost'
  const { fault: failure } = media
  const isLocked = failure === 'protected'
  const Glyph = isLocked ? IconLock : IconAlertTriangle
  const canRepeat = !isLost && !isLocked && link.enc === 0 && link.can.edit && link.is_trash === 0
  return (
    <div className={classes('row g8 t2', fileCss.state, isLost && fileCss.lost)} role="status">
      <Glyph className="i" />
      <span className="grow">
        {isLost ? fileTexts.lost : failure === null ? '' : fileTexts.failure(failure)}
      </span>
      {canRepeat && (
        <Button
          size="sm"
          icon={IconRefresh}
          disabled={isOffline || readAgain.isPending}
          onClick={() => readAgain.mutate({ link_id: link._id })}
        >
          {fileTexts.tryAgain}
        </Button>
      )}
    </div>
  )
}
