import type { Collection } from '@nestmark/contract/shapes'
import type { SuggestedLink } from '@nestmark/contract/sharing/suggestions'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { sessionTexts } from '@nestmark/texts/accounts/session'
import { useId, useState } from 'react'
import { useKeys } from '../../lib/encryption/keyRing.ts'
import { useLocation } from '../../lib/router/location.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconLockOpen } from '../../ui/icons.ts'
import { goToSignIn } from '../session/signIn.ts'
import { toast } from '../../lib/toasts.ts'
import { token } from '../../lib/browser/token.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { LinkFormButtons } from '../links/form/save/LinkFormButtons.tsx'
import { LinkFormCategory } from '../links/form/fields/LinkFormCategory.tsx'
import { LinkFormCategoryStep } from '../links/form/fields/LinkFormCategoryStep.tsx'
import { LinkFormColumns } from '../links/form/LinkFormColumns.tsx'
import { readDraft } from '../links/form/state/linkFormDraft.ts'
import { LinkFormFields } from '../links/form/fields/LinkFormFields.tsx'
import { LinkFormProblem } from '../links/form/save/LinkFormMessages.tsx'
import { LinkFormPreview } from '../links/form/LinkFormPreview.tsx'
import { emptyValues, type LinkValues, toFormValues } from '../links/form/state/linkFormValues.ts'
import { useLinkForm } from '../links/form/state/useLinkForm.ts'
import type { ListedSuggestion, Side } from './data.ts'
import { SuggestionTags } from './SuggestionTags.tsx'
import css from './Suggestions.module.css'
import { useSuggestionSave } from './useSuggestionSave.ts'

const noop = () => {}

/** Suggests a link for a collection, or edits a pending suggestion. */
export default function SuggestionForm({
  folder,
  suggestion,
  side = 'by_me',
  onClose,
}: {
  folder?: Pick<Collection, '_id' | 'name' | 'is_encrypted' | 'enc_id'>
  suggestion?: ListedSuggestion
  side?: Side
  onClose: () => void
}) {
  const formId = useId()
  const isEncrypted = (folder?.is_encrypted ?? suggestion?.parent_enc) === 1
  const notice = isEncrypted && side === 'by_me' && (
    <NotEncryptedNotice name={folder?.name ?? suggestion?.parent_name ?? ''} encId={folder?.enc_id} />
  )
  const [initialState] = useState(() => initialValues(folder?._id ?? suggestion?.parent ?? '', suggestion))
  const form = useLinkForm(initialState, noop)
  const [submitted, setSubmitted] = useState(false)
  const save = useSuggestionSave(form, initialState.collectionId, suggestion, {
    isEncrypted,
    onSaved: message => {
      toast({ title: message })
      onClose()
    },
    onSavedByVisitor: () => setSubmitted(true),
  })

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
  if (form.values.category === 0)
    return (
      <Dialog title={texts.what} size={720} onClose={onClose}>
        {notice}
        <LinkFormCategoryStep form={form} lastCategory={3} />
      </Dialog>
    )
  return (
    <Dialog
      title={suggestion ? texts.editTitle : texts.add}
      size={884}
      flush
      headerContent={<LinkFormCategory form={form} />}
      onClose={onClose}
      footer={
        <LinkFormButtons
          formId={formId}
          saveText={suggestion ? texts.update : texts.save}
          save={save}
          onBack={suggestion ? undefined : () => form.set({ category: 0 })}
        />
      }
    >
      {notice && <div className={css.notice}>{notice}</div>}
      <LinkFormProblem error={save.saveError} />
      <LinkFormColumns
        id={formId}
        onSubmit={save.submit}
        preview={<LinkFormPreview form={form} date={initialState.date} picture={null} />}
      >
        <LinkFormFields
          form={form}
          date={initialState.date}
          duplicates={null}
          lastFields={
            <SuggestionTags
              tags={form.values.tags}
              error={form.errors.tags}
              onChange={tags => form.set({ tags })}
            />
          }
        />
      </LinkFormColumns>
    </Dialog>
  )
}

/** Returns the initial values: the suggestion, or the stored draft for this collection. */
function initialValues(collectionId: string, suggestion: (SuggestedLink & { picture?: string }) | undefined) {
  const draftKey = suggestion
    ? `suggestion ${suggestion.sugg_id}`
    : `suggest ${collectionId} ${token.get() ? 1 : 0}`
  const initial: LinkValues = suggestion
    ? toFormValues({ ...suggestion, thumbnail: suggestion.picture ?? suggestion.thumbnail })
    : emptyValues
  const values = readDraft(draftKey)?.values ?? initial
  return {
    initial,
    prefilled: initial,
    draftKey,
    values,
    collectionId,
    date: suggestion?.create_date ?? Date.now(),
  }
}

/**
 * Explains before the user types that a suggestion for an encrypted collection is not encrypted, and why.
 * @param encId the validation value of the collection, which only its members have
 */
function NotEncryptedNotice({ name, encId }: { name: string; encId: string | undefined }) {
  const keys = useKeys()
  const kid = encId === undefined ? null : readKeyId(encId)
  const hasKey = keys.some(key => key.kid === kid)
  return (
    <div className={`text13 flex g10 ${css.notEncrypted}`} role="note">
      <IconLockOpen className="i" />
      <p>
        <b>{texts.notEncrypted}</b>{' '}
        {hasKey ? texts.notEncryptedWithKey(name) : texts.notEncryptedWithoutKey(name)}
      </p>
    </div>
  )
}

/** Confirms a visitor's suggestion and offers to sign in, so that the visitor can track it. */
function SuggestionSubmitted({ onAnother, onClose }: { onAnother: () => void; onClose: () => void }) {
  const { pathname, search } = useLocation()
  const returnPath = pathname + search
  return (
    <Dialog
      title={texts.submitted}
      onClose={onClose}
      footerStart={
        <Button size="sm" variant="ghost" onClick={onAnother}>
          {texts.another}
        </Button>
      }
      footer={
        <>
          <Button onClick={() => void goToSignIn('register', returnPath)}>{sessionTexts.register}</Button>
          <Button data-autofocus variant="primary" onClick={() => void goToSignIn('login', returnPath)}>
            {sessionTexts.logIn}
          </Button>
        </>
      }
    >
      <p className={css.line} role="status">
        {texts.signUp}
      </p>
    </Dialog>
  )
}
