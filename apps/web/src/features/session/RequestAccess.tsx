import { requestAccess } from '@nestmark/contract/sharing/share'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { useEffect, useRef, useState } from 'react'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { addAccessRequest, isAccessRequested } from './accessRequests.ts'

/** Asks the owner of a private collection or link for access. The owner sees the name of the user. */
export function RequestAccess({ target }: { target: { folder_id: string } | { link_id: string } }) {
  const id = 'folder_id' in target ? target.folder_id : target.link_id
  const [isSent, setSent] = useState(() => isAccessRequested(id))
  const request = useOperationMutation(requestAccess, {
    onSuccess: () => {
      addAccessRequest(id)
      setSent(true)
    },
  })
  if (isSent) return <RequestSent hasFocus={request.isSuccess} />
  return (
    <Button variant="primary" disabled={request.isPending} onClick={() => request.mutate(target)}>
      {texts.requestAccess}
    </Button>
  )
}

/** @param hasFocus replaces the button that had the focus */
function RequestSent({ hasFocus }: { hasFocus: boolean }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (hasFocus) message.current?.focus({ preventScroll: true })
  }, [hasFocus])
  return (
    <p ref={message} role="status" tabIndex={-1}>
      {texts.accessRequested}
    </p>
  )
}
