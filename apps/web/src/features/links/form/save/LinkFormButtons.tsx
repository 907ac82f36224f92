import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { Button } from '../../../../ui/fields/Button.tsx'
import css from '../LinkForm.module.css'
import type { SaveError } from '../state/linkFormErrors.ts'

/** Shows the buttons of the form: save, and back to the first step. */
export function LinkFormButtons({
  formId,
  saveText,
  save: { saveError, lostAccess = null, busy },
  onBack,
}: {
  /** The ID of the form element. */
  formId: string
  saveText: string
  save: {
    saveError: SaveError | undefined
    /** Why the link can no longer be edited. */
    lostAccess?: string | null
    busy: boolean
  }
  /** Without it there is no first step to go back to. */
  onBack: (() => void) | undefined
}) {
  return (
    <>
      {onBack && (
        <Button variant="ghost" className={css.back} onClick={onBack}>
          {texts.back}
        </Button>
      )}
      <Button
        variant="primary"
        type="submit"
        form={formId}
        className={css.save}
        aria-disabled={busy}
        disabled={lostAccess !== null}
      >
        {saveError?.canRetry ? texts.retry : saveText}
      </Button>
    </>
  )
}
