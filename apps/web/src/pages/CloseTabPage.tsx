import { shellTexts } from '@nestmark/texts/shell'
import { useEffect } from 'react'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconCheck } from '../ui/icons.ts'
import { Page } from '../ui/Page.tsx'

/** Closes its window. Browsers allow this only for windows opened by a script, so it also shows a message. */
export default function CloseTabPage() {
  useEffect(() => window.close(), [])
  return (
    <Page title={shellTexts.closeTab}>
      <EmptyState level={1} icon={IconCheck} title={shellTexts.closeTab} line={shellTexts.closeTabLine}>
        <ButtonLink to="/dashboard">{shellTexts.goToDashboard}</ButtonLink>
      </EmptyState>
    </Page>
  )
}
