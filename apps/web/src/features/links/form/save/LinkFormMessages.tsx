import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { Button } from '../../../../ui/fields/Button.tsx'
import { IconAlertTriangle } from '../../../../ui/icons.ts'
import css from '../LinkForm.module.css'
import type { SaveError } from '../state/linkFormErrors.ts'
import type { LinkValues } from '../state/linkFormValues.ts'
import { UpgradeLink } from '../../../session/UpgradeLink.tsx'

/** Offers to continue or discard an unsaved draft. */
export function LinkFormDraftNotice({
  draft,
  isEditing,
  onContinue,
  onDiscard,
}: {
  draft: LinkValues
  isEditing: boolean
  onContinue: () => void
  onDiscard: () => void
}) {
  const name = draft.name.trim() || draft.link.trim() || draft.desc.trim() || texts.draftUntitled
  return (
    <div className={`row g8 min0 ${css.draft}`}>
      <span className={`el t3 ${css.draftText}`}>
        {isEditing ? (
          texts.draftEdit
        ) : (
          <>
            {texts.draftOf} <bdi className="t2">{name}</bdi>
          </>
        )}
      </span>
      <Button
        size="sm"
        variant="ghost"
        onClick={({ currentTarget }) => {
          const form = currentTarget.closest('[role=dialog], main')
          onDiscard()
          // The button is removed.
          requestAnimationFrame(() => form?.querySelector<HTMLElement>('[data-autofocus]')?.focus())
        }}
      >
        {texts.draftDiscard}
      </Button>
      <Button size="sm" onClick={onContinue}>
        {isEditing ? texts.draftRestore : texts.draftContinue}
      </Button>
    </div>
  )
}

/** Shows why the link cannot be saved or was not saved, and that its input is stored. */
export function LinkFormProblem({
  lostAccess = null,
  isChanged = true,
  error,
}: {
  /** Why the link can no longer be edited. */
  lostAccess?: string | null
  isChanged?: boolean
  error: SaveError | undefined
}) {
  if (lostAccess !== null)
    return (
      <div className={`flex bad ${css.saveError}`} role="alert">
        <IconAlertTriangle className="i" />
        <p>
          <b>{lostAccess}</b> {isChanged && texts.storedHere}
        </p>
      </div>
    )
  if (!error) return null
  return (
    <div className={`flex bad ${css.saveError}`} role="alert" data-problem tabIndex={-1}>
      <IconAlertTriangle className="i" />
      <p>
        <b>{texts.notSaved}</b> {error.offline ? texts.offline : error.message} {texts.storedHere}{' '}
        {error.upgrade && <UpgradeLink />}
      </p>
    </div>
  )
}
