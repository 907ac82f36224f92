import { requestAccess } from '@nestmark/contract/share'
import { shareTexts as texts } from '@nestmark/texts/share'
import { useCallback } from 'react'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { Button } from '../../ui/Button.tsx'

/** Asks the owner of a private collection or link for access. The owner sees the name of the user. */
export function RequestAccess({ target }: { target: { folder_id: string } | { link_id: string } }) {
  const request = useOperationMutation(requestAccess)
  // The button that had the focus is removed.
  const focus = useCallback((sent: HTMLElement | null) => sent?.focus({ preventScroll: true }), [])
  if (request.isSuccess)
    return (
      <p ref={focus} role="status" tabIndex={-1}>
        {texts.accessRequested}
      </p>
    )
  return (
    <Button variant="primary" disabled={request.isPending} onClick={() => request.mutate(target)}>
      {texts.requestAccess}
    </Button>
  )
}
