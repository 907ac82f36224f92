import { uiTexts } from '@nestmark/texts/ui'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/FieldError.tsx'

/** In a dialog about sharing: what it needs did not come, and the way to ask again. */
export function NotAnswered({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <>
      <FieldError>{error.message}</FieldError>
      <Button onClick={() => void onRetry()}>{uiTexts.retry}</Button>
    </>
  )
}
