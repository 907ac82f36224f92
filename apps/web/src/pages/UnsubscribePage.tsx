import { unsubscribeDigest } from '@nestmark/contract/notifications'
import { digestTexts as texts } from '@nestmark/texts/emails/digest'
import { useEffect, useRef } from 'react'
import { useParams } from '../lib/router/routes.tsx'
import { useOperationMutation } from '../lib/api/operations.ts'
import { ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconAlertTriangle, IconMail } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'
import { LoadingState } from '../ui/progress/Skeleton.tsx'

/**
 * /mail/stop/{person}/{key}: the unsubscribe link of the daily email. Opening it is enough; no sign-in is
 * needed.
 */
export default function UnsubscribePage() {
  const { person = '', key = '' } = useParams()
  const { mutate, isSuccess, isError } = useOperationMutation(unsubscribeDigest, { quiet: true })
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({ person, key })
  }, [mutate, person, key])
  return (
    <Page title={texts.pageTitle}>
      {isError || isSuccess ? (
        <EmptyState
          level={1}
          icon={isError ? IconAlertTriangle : IconMail}
          title={isError ? texts.failed : texts.stopped}
          line={isError ? texts.failedLine : texts.stoppedLine}
        >
          <ButtonLink to="/settings?tab=customize">{texts.toSettings}</ButtonLink>
        </EmptyState>
      ) : (
        <LoadingState text={texts.stopping}>{null}</LoadingState>
      )}
    </Page>
  )
}
