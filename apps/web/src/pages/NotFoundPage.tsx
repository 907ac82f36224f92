import { shellTexts } from '@nestmark/texts/shell'
import { ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconMapQuestion } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'

/** The page for unknown addresses. */
export default function NotFoundPage() {
  return (
    <Page title={shellTexts.notFound}>
      <EmptyState level={1} icon={IconMapQuestion} title={shellTexts.notFound} line={shellTexts.notFoundLine}>
        <ButtonLink to="/dashboard">{shellTexts.goToDashboard}</ButtonLink>
      </EmptyState>
    </Page>
  )
}
