import { addSuggestion, type SuggestedLink, updateSuggestion } from '@nestmark/contract/sharing/suggestions'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { quoted } from '@nestmark/texts/quoted'
import { useState } from 'react'
import type { Refusal } from '../../lib/api/client.ts'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { type SaveError, toFieldErrors, toSaveError } from '../links/form/state/linkFormErrors.ts'
import { toSaveInput } from '../links/form/state/linkFormValues.ts'
import type { LinkFormState } from '../links/form/state/useLinkForm.ts'
import { storeClaim } from './claims.ts'

/**
 * Sends the form as a suggestion: validates it, assigns refusals to their fields, and shows a newer version of an
 * edited suggestion before replacing it.
 * @param collectionId ID of the collection that a new suggestion is for
 * @param suggestion the suggestion being edited, or undefined for a new one
 */
export function useSuggestionSave(
  form: LinkFormState,
  collectionId: string,
  suggestion: SuggestedLink | undefined,
  {
    isEncrypted,
    onSaved,
    onSavedByVisitor,
  }: {
    /** The collection has a key. */
    isEncrypted: boolean
    onSaved: (message: string) => void
    /** Called when a visitor's suggestion was saved, which only this browser can claim. */
    onSavedByVisitor: () => void
  },
) {
  const [saveError, setSaveError] = useState<SaveError>()
  const [version, setVersion] = useState(suggestion?.version)

  const handleRefusal = (refusal: Refusal) => {
    const newerVersion = (refusal.data as { suggestion?: SuggestedLink } | null)?.suggestion
    if (refusal.code === 'suggestions.changedElsewhere' && newerVersion) {
      // The input remains in the form. The newer version is shown first; submitting again replaces it.
      setVersion(newerVersion.version)
      return setSaveError({
        message: `${refusal.message} ${quoted(newerVersion.name)} ${newerVersion.link}`,
        canRetry: true,
        offline: false,
      })
    }
    const errors = toFieldErrors(refusal)
    if (Object.keys(errors).length > 0) return form.setErrors(errors)
    setSaveError(toSaveError(refusal))
  }
  const add = useOperationMutation(addSuggestion, { quiet: true, onError: handleRefusal })
  const update = useOperationMutation(updateSuggestion, { quiet: true, onError: handleRefusal })
  const busy = add.isPending || update.isPending

  const finish = (message: string) => {
    form.markSaved()
    onSaved(message)
  }
  const submit = () => {
    if (busy) return
    if (!form.validateAll()) return focusFirstError()
    setSaveError(undefined)
    const { parent: _, ...input } = toSaveInput(form.values)
    if (suggestion)
      return update.mutate(
        { ...input, check_list: input.check_list ?? [], sugg_id: suggestion.sugg_id, version },
        { onSuccess: () => finish(texts.updated) },
      )
    add.mutate(
      // The form says before that suggestions are not encrypted.
      { ...input, parent: collectionId, ...(isEncrypted && { plain: 1 as const }) },
      {
        onSuccess: ({ sugg_id, claim }) => {
          if (claim === null) return finish(texts.suggested)
          form.markSaved()
          storeClaim({ sugg_id, claim })
          onSavedByVisitor()
        },
      },
    )
  }
  return { submit, busy, saveError }
}

function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus())
}
