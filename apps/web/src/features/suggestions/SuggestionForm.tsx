import type { SuggestedLink } from '@nestmark/contract/suggestions'
import { linkFormTexts } from '@nestmark/texts/linkForm'
import { suggestionTexts as texts } from '@nestmark/texts/suggestions'
import { type FormEvent, useId, useState } from 'react'
import type { Refusal } from '../../lib/api/client.ts'
import { usePhone } from '../../lib/media.ts'
import type { Overlays } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { token } from '../../lib/token.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkFormCategory } from '../links/LinkFormCategory.tsx'
import { LinkFormCategoryStep } from '../links/LinkFormCategoryStep.tsx'
import { readDraft } from '../links/linkFormDraft.ts'
import { LinkFormFields } from '../links/LinkFormFields.tsx'
import { LinkFormSaveError } from '../links/LinkFormNotices.tsx'
import { LinkFormPreview } from '../links/LinkFormPreview.tsx'
import {
  emptyValues,
  isSingleAddress,
  isPost,
  type LinkValues,
  validate,
  recogniseAddress,
  toSaveInput,
  toFormValues,
} from '../links/linkFormValues.ts'
import formCss from '../links/LinkForm.module.css'
import { useLinkForm } from '../links/useLinkForm.ts'
import { toFieldErrors, type SaveError } from '../links/useLinkSave.ts'
import { storeClaim } from './claims.ts'
import { useUpdateSuggestion, useAddSuggestion } from './data.ts'
import { SuggestionSubmitted } from './SuggestionSubmitted.tsx'
import { SuggestionTags } from './SuggestionTags.tsx'

const noop = () => {}

/** Suggests a link for a collection, or edits a pending suggestion. */
export default function SuggestionForm({
  folder,
  suggestion,
  onClose,
}: Overlays['suggest'] & { onClose: () => void }) {
  const formId = useId()
  const phone = usePhone()
  const [initialState] = useState(() => initialValues(folder?._id ?? suggestion?.parent ?? '', suggestion))
  const form = useLinkForm(initialState, noop)
  const [saveError, setSaveError] = useState<SaveError>()
  const [version, setVersion] = useState(suggestion?.version)
  const [submitted, setSubmitted] = useState(false)
  const { values } = form

  const onRefused = (refusal: Refusal) => {
    const newerVersion = (refusal.data as { suggestion?: SuggestedLink } | null)?.suggestion
    if (refusal.code === 'suggestions.changedElsewhere' && newerVersion) {
      // The form keeps the input. The newer version is shown first; submitting again replaces it.
      setVersion(newerVersion.version)
      return setSaveError({
        message: `${refusal.message} “${newerVersion.name}” ${newerVersion.link}`,
        canRetry: true,
        offline: false,
      })
    }
    const errors = toFieldErrors(refusal)
    if (Object.keys(errors).length > 0) return form.setErrors(errors)
    const canRetry = refusal.status === 0 || refusal.status === 429 || refusal.status >= 500
    setSaveError({ message: refusal.message, canRetry, offline: refusal.status === 0 && !navigator.onLine })
  }
  const suggest = useAddSuggestion(onRefused)
  const change = useUpdateSuggestion(onRefused)
  const busy = suggest.isPending || change.isPending

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    const problems = validate(values)
    form.setErrors(problems)
    if (Object.keys(problems).length > 0)
      return void requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus(),
      )
    setSaveError(undefined)
    const { parent: _, ...input } = toSaveInput(values)
    const finish = (message: string) => {
      form.markSaved()
      toast({ title: message })
      onClose()
    }
    if (suggestion)
      return change.mutate(
        { ...input, check_list: input.check_list ?? [], sugg_id: suggestion.sugg_id, version },
        { onSuccess: () => finish(texts.updated) },
      )
    suggest.mutate(
      { ...input, parent: initialState.place },
      {
        onSuccess: ({ sugg_id, claim }) => {
          if (claim === null) return finish(texts.suggested)
          form.markSaved()
          storeClaim({ sugg_id, claim })
          setSubmitted(true)
        },
      },
    )
  }

  if (submitted)
    return (
      <SuggestionSubmitted
        onAnother={() => {
          setSubmitted(false)
          form.replace(emptyValues)
        }}
        onClose={onClose}
      />
    )
  if (values.category === 0)
    return (
      <Dialog title={texts.what} size={720} onClose={onClose}>
        <LinkFormCategoryStep
          lastCategory={3}
          onChoose={chosen => form.set({ category: chosen })}
          onPaste={text => {
            if (!isSingleAddress(text)) return form.set({ category: 4, desc: text, touched: { desc: true } })
            form.setAddress(text)
            form.set({
              category: recogniseAddress(text)?.category ?? 3,
              post: isPost(recogniseAddress(text)),
            })
          }}
        />
      </Dialog>
    )
  return (
    <Dialog
      title={suggestion ? texts.editTitle : texts.add}
      size={884}
      flush
      headerContent={
        <LinkFormCategory
          value={values.category}
          onChange={chosen => form.set({ category: chosen, post: false })}
        />
      }
      onClose={onClose}
      footer={
        <>
          {!suggestion && (
            <Button variant="ghost" className={formCss.back} onClick={() => form.set({ category: 0 })}>
              {linkFormTexts.back}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} className={formCss.save} aria-disabled={busy}>
            {saveError?.canRetry ? linkFormTexts.retry : suggestion ? texts.update : texts.save}
          </Button>
        </>
      }
    >
      {saveError && <LinkFormSaveError error={saveError} />}
      <form
        id={formId}
        noValidate
        className={formCss.columns}
        onSubmit={submit}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      >
        <LinkFormFields
          form={form}
          date={initialState.date}
          duplicates={null}
          lastFields={
            <SuggestionTags
              tags={values.tags}
              error={form.errors.tags}
              onChange={tags => form.set({ tags })}
            />
          }
        />
        {!phone && <LinkFormPreview form={form} date={initialState.date} picture={null} />}
      </form>
    </Dialog>
  )
}

/** Returns the initial values: the suggestion, or the stored draft for this collection. */
function initialValues(place: string, suggestion: (SuggestedLink & { picture?: string }) | undefined) {
  const draftKey = suggestion ? `suggestion ${suggestion.sugg_id}` : `suggest ${place} ${token.get() ? 1 : 0}`
  const initial: LinkValues = suggestion
    ? toFormValues({ ...suggestion, thumbnail: suggestion.picture ?? suggestion.thumbnail })
    : emptyValues
  const values = readDraft(draftKey)?.values ?? initial
  return { initial, prefilled: initial, draftKey, values, place, date: suggestion?.create_date ?? Date.now() }
}
