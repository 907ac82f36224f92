import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { type ComponentType, type ReactNode, useId } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog, type DialogProps } from '../../../ui/dialogs/Dialog.tsx'
import { KeyHint } from '../../../ui/menus/Kbd.tsx'
import { SaveEncrypted } from '../../encryption/SaveEncrypted.tsx'
import { isPrivateLink } from '../encryptedPlace.ts'
import css from './LinkForm.module.css'
import { LinkFormButtons } from './save/LinkFormButtons.tsx'
import { LinkFormCategory } from './fields/LinkFormCategory.tsx'
import { LinkFormCategoryStep } from './fields/LinkFormCategoryStep.tsx'
import { LinkFormColumns } from './LinkFormColumns.tsx'
import { LinkFormConflict } from './save/LinkFormConflict.tsx'
import { LinkFormFields } from './fields/LinkFormFields.tsx'
import { LinkFormDraftNotice, LinkFormProblem } from './save/LinkFormMessages.tsx'
import { LinkFormPicture } from './fields/LinkFormPicture.tsx'
import { LinkFormDuplicates } from './save/LinkFormDuplicates.tsx'
import { LinkFormPreview } from './LinkFormPreview.tsx'
import { useLinkForm } from './state/useLinkForm.ts'
import { useLinkSave } from './save/useLinkSave.ts'
import { type AddedLink, type EditedLink, useLinkFormStart } from './state/useLinkFormStart.ts'
import type { Link } from '@nestmark/contract/shapes'
import { linksTexts } from '@nestmark/texts/links/links'
import { toastQueued } from '../../../lib/api/operations.ts'
import { toast } from '../../../lib/toasts.ts'
import { useSavedToast } from '../useSavedToast.ts'

type Props = {
  /** The container: a dialog, or the page with the form. */
  Frame?: ComponentType<DialogProps>
  /** Chooses files instead of a category. */
  uploadButton?: ReactNode
} & LinkFormCallbacks &
  AddedLink &
  Partial<EditedLink>

/** Adds a link in two steps, or edits one. */
export default function LinkForm({ onClose, Frame = Dialog, onDone, onQueued, ...start }: Props) {
  const { link, queuedId, previous, uploadButton } = start
  const formId = useId()
  const phone = usePhone()
  const initialState = useLinkFormStart(start)
  const { initial, draft } = initialState
  const form = useLinkForm(initialState, () => showDraftToast(link, queuedId), link)
  const outcome = useLinkFormOutcome(link === undefined, { onClose, onDone, onQueued })
  const save = useLinkSave(form, link, initial, { ...outcome, queuedId, theirs: previous && link })
  const isPrivate = save.sealing.isPrivate || isPrivateLink(link)
  const draftNotice = draft && !form.changed && (
    <LinkFormDraftNotice
      draft={draft}
      isEditing={link !== undefined}
      onContinue={() => {
        form.replace(draft)
        initialState.settleDraft(false)
      }}
      onDiscard={() => initialState.settleDraft(true)}
    />
  )

  if (form.values.category === 0)
    return (
      <Frame
        title={texts.choose}
        size={720}
        onClose={onClose}
        footerStart={draftNotice}
        footer={
          <>
            {uploadButton}
            <EmbedsButton />
          </>
        }
      >
        <LinkFormCategoryStep form={form} lastCategory={initialState.lastCategory} />
      </Frame>
    )
  return (
    <Frame
      title={link ? texts.edit : texts.add}
      size={884}
      flush
      headerContent={<LinkFormCategory form={form} />}
      onClose={onClose}
      footerStart={
        !phone && (
          <KeyHint keys={['Esc']} className="t3 f12">
            {texts.escCloses}
          </KeyHint>
        )
      }
      footer={
        save.concurrent ? undefined : (
          <LinkFormButtons
            formId={formId}
            saveText={link ? texts.update : texts.save}
            save={save}
            onBack={link ? undefined : () => form.set({ category: 0 })}
          />
        )
      }
    >
      {link && draftNotice && <div className={css.notice}>{draftNotice}</div>}
      <LinkFormProblem lostAccess={save.lostAccess} isChanged={form.changed} error={save.saveError} />
      {save.concurrent ? (
        <LinkFormConflict
          before={initial}
          mine={form.values}
          theirs={save.concurrent}
          previous={previous !== undefined && save.concurrent === link}
          busy={save.busy}
          onResolve={save.resolve}
          onBack={save.cancelConflict}
        />
      ) : (
        <LinkFormColumns
          id={formId}
          onSubmit={save.submit}
          preview={
            <LinkFormPreview
              form={form}
              date={initialState.date}
              picture={link && <LinkFormPicture form={form} savedThumbnail={initial.thumbnail} />}
            />
          }
        >
          <LinkFormFields
            form={form}
            isPrivate={isPrivate}
            hidesTags={save.hidesTags}
            encryption={<SaveEncrypted sealing={save.sealing} />}
            canUpload={link === undefined}
            date={initialState.date}
            currentParent={link?.parent}
            duplicates={
              // The address of a link in an encrypted collection is not sent.
              !isPrivate && (
                <LinkFormDuplicates
                  form={form}
                  link={link}
                  onSaveAnyway={save.submit}
                  onMoved={outcome.onDuplicateMoved}
                />
              )
            }
          />
        </LinkFormColumns>
      )}
    </Frame>
  )
}

function EmbedsButton() {
  return (
    <Button size="sm" variant="ghost" onClick={() => openOverlay('embeds', {})}>
      {texts.embedOptions}
    </Button>
  )
}

interface LinkFormCallbacks {
  onClose: () => void
  /** On the page with the form: called with the saved link instead of showing a toast. */
  onDone?: (link: Link, message: string) => void
  /** Called instead when the mutation was queued. */
  onQueued?: () => void
}

/**
 * Returns the functions that run after the form is saved or closed. In a dialog it shows a toast and closes; the
 * toast for a new link says where it is, opens it and undoes it.
 */
function useLinkFormOutcome(isNew: boolean, { onClose, onDone, onQueued }: LinkFormCallbacks) {
  const showSaved = useSavedToast()
  return {
    onSaved(saved: Link): void {
      if (onDone) return onDone(saved, linksTexts.saved)
      if (isNew) showSaved(saved)
      else toast({ title: linksTexts.updated })
      onClose()
    },
    onQueued(): void {
      if (onQueued) return onQueued()
      toastQueued()
      onClose()
    },
    /** A link with the same address was moved here, so there is nothing to save. */
    onDuplicateMoved(moved: Link, message: string): void {
      if (onDone) return onDone(moved, message)
      toast({ title: message })
      onClose()
    },
  }
}

/** Shows that the draft of a closed form is stored, with an action that opens the form again. */
function showDraftToast(link: Link | undefined, queuedId: string | undefined): void {
  toast({
    tone: 'info',
    title: texts.draftSaved,
    line: link ? texts.draftSavedEdit : texts.draftSavedLine,
    action: {
      label: texts.draftContinue,
      run: () =>
        link
          ? openOverlay('editLink', { link, queuedId })
          : openOverlay('addLink', queuedId ? { queuedId } : { resume: true }),
    },
  })
}
