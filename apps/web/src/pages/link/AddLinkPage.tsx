import type { Link } from '@nestmark/contract/shapes'
import { readAddLink } from '@nestmark/core/addresses/addLinkPayload'
import { addLinkTexts as texts } from '@nestmark/texts/links/addLink'
import { outboxTexts } from '@nestmark/texts/outbox'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import { useParams } from '../../lib/router/routes.tsx'
import LinkForm from '../../features/links/form/LinkForm.tsx'
import { useSavedIn } from '../../features/links/useSavedToast.ts'
import { useUpdateAnnouncements } from '../../features/session/data.ts'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { ButtonLink } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { FormSheet } from '../../ui/dialogs/FormSheet.tsx'
import { IconCheck } from '../../ui/icons.ts'

/** How long the success message is shown before the window closes, in milliseconds. */
const successDuration = 2000

/** /add-link/: the link form, prefilled by the bookmarklet, the extension, the app or the share menu. */
export default function AddLinkPage() {
  const { search } = useLocation()
  const path = useParams().rest ?? ''
  const navigate = useNavigate()
  const [{ fromApp, ...prefill }] = useState(() => readAddLink(path, search))
  const formatPlace = useSavedIn()
  const browseStep = useUpdateAnnouncements('first-run-browse')
  const [done, setDone] = useState<{ link?: Link; title: string; line?: string }>()
  if (done) return <SavedMessage {...done} fromApp={fromApp} />
  const closeWindow = () => {
    window.close()
    // Only windows opened by a script may close themselves.
    setTimeout(() => void navigate('/dashboard'), 100)
  }
  return (
    <LinkForm
      {...prefill}
      Frame={FormSheet}
      onDone={(link, title) => {
        setDone({ link, title, line: `${formatPlace(link)}. ${texts.savedLine}` })
        if (browseStep.listed) browseStep.dismiss()
      }}
      onQueued={() => setDone({ title: outboxTexts.queued, line: outboxTexts.queuedLine })}
      onClose={closeWindow}
    />
  )
}

function SavedMessage({
  link,
  title,
  line = texts.savedLine,
  fromApp,
}: {
  /** Missing while the link is queued. */
  link?: Link
  title: string
  line?: string
  fromApp: boolean
}) {
  const navigate = useNavigate()
  const [isStillOpen, setStillOpen] = useState(false)
  usePageTitle(title)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (fromApp) return void navigate('/close-tab', { replace: true, state: { isSaved: true } })
      window.close()
      setStillOpen(true)
    }, successDuration)
    return () => clearTimeout(timer)
  }, [fromApp, navigate])
  return (
    <main id="main" role="status">
      <EmptyState level={1} icon={IconCheck} title={title} line={isStillOpen ? texts.stays : line}>
        {isStillOpen && (
          <>
            {link && <ButtonLink to={`/l/${link._id}`}>{texts.open}</ButtonLink>}
            <ButtonLink to="/dashboard">{texts.dashboard}</ButtonLink>
          </>
        )}
      </EmptyState>
    </main>
  )
}
