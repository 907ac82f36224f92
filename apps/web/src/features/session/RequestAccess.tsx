import { requestAccess } from '@nestmark/contract/share'
import { shareTexts as texts } from '@nestmark/texts/share'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { Button } from '../../ui/Button.tsx'

/** Asks the owner of a private collection or link for access. The owner learns who asks. */
export function RequestAccess({ target }: { target: { folder_id: string } | { link_id: string } }) {
  const request = useOperationMutation(requestAccess)
  if (request.isSuccess) return <p role="status">{texts.accessRequested}</p>
  return (
    <Button variant="primary" disabled={request.isPending} onClick={() => request.mutate(target)}>
      {texts.requestAccess}
    </Button>
  )
}
