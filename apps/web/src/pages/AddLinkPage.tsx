import type { Link } from '@nestmark/contract/shapes'
import { readAddLink } from '@nestmark/core/addLinkPayload'
import { addLinkTexts as texts } from '@nestmark/texts/addLink'
import { outboxTexts } from '@nestmark/texts/outbox'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import LinkForm from '../features/links/LinkForm.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FormSheet } from '../ui/FormSheet.tsx'
import { IconCheck } from '../ui/icons.ts'

/** How long the success is shown before the window goes, in milliseconds. */
const shown = 2000

/** /add-link/: the form for what the bookmarklet, the extension, the app or the share menu brings along. */
export default function AddLinkPage() {
  const { search } = useLocation()
  const path = useParams()['*'] ?? ''
  const navigate = useNavigate()
  const [{ fromApp, ...given }] = useState(() => readAddLink(path, search))
  const [done, setDone] = useState<{ link?: Link; said: string; line?: string }>()
  if (done) return <Done {...done} fromApp={fromApp} />
  const leave = () => {
    window.close()
    // Only windows that were opened by a script may close themselves.
    setTimeout(() => void navigate('/dashboard'), 100)
  }
  return (
    <LinkForm
      {...given}
      Frame={FormSheet}
      onDone={(link, said) => setDone({ link, said })}
      onQueued={() => setDone({ said: outboxTexts.kept, line: outboxTexts.keptLine })}
      onClose={leave}
    />
  )
}

function Done({
  link,
  said,
  line = texts.savedLine,
  fromApp,
}: {
  /** Absent while it waits to be sent. */
  link?: Link
  said: string
  line?: string
  fromApp: boolean
}) {
  const navigate = useNavigate()
  const [stays, setStays] = useState(false)
  usePageTitle(said)
  useEffect(() => {
    const wait = setTimeout(() => {
      if (fromApp) return void navigate('/close-tab', { replace: true })
      window.close()
      setStays(true)
    }, shown)
    return () => clearTimeout(wait)
  }, [fromApp, navigate])
  return (
    <main id="main" role="status">
      <EmptyState level={1} icon={IconCheck} title={said} line={stays ? texts.stays : line}>
        {stays && (
          <>
            {link && <ButtonLink to={`/l/${link._id}`}>{texts.open}</ButtonLink>}
            <ButtonLink to="/dashboard">{texts.dashboard}</ButtonLink>
          </>
        )}
      </EmptyState>
    </main>
  )
}
