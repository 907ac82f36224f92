import { shellTexts } from '@nestmark/texts/shell'
import { useEffect } from 'react'
import { useLocation } from '../lib/router/location.ts'
import { ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconCheck } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'

/** Closes its window. Browsers allow this only for windows opened by a script, so it also shows a message. */
export default function CloseTabPage() {
  const isSaved = (useLocation().state as { isSaved?: boolean } | null)?.isSaved === true
  useEffect(() => window.close(), [])
  return (
    <Page title={shellTexts.closeTab}>
      <EmptyState
        level={1}
        icon={IconCheck}
        title={shellTexts.closeTab}
        line={isSaved ? shellTexts.closeTabSaved : undefined}
      >
        <ButtonLink to="/dashboard">{shellTexts.goToDashboard}</ButtonLink>
      </EmptyState>
    </Page>
  )
}
