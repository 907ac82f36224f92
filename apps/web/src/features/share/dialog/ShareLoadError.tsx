import { uiTexts } from '@nestmark/texts/ui'
import { Button } from '../../../ui/fields/Button.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'

/** Shows the error of a failed read in a sharing dialog, with a retry button. */
export function ShareLoadError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <>
      <FieldError>{error.message}</FieldError>
      <Button onClick={() => void onRetry()}>{uiTexts.retry}</Button>
    </>
  )
}
