import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { linksTexts } from '@nestmark/texts/links'
import { type ComponentType, type FormEvent, useId } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toastQueued } from '../../lib/api/operations.ts'
import { usePhone } from '../../lib/media.ts'
import { openOverlay, type Overlays } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import css from './LinkForm.module.css'
import { LinkFormCategory } from './LinkFormCategory.tsx'
import { LinkFormCategoryStep } from './LinkFormCategoryStep.tsx'
import { LinkFormConflict } from './LinkFormConflict.tsx'
import { LinkFormFields } from './LinkFormFields.tsx'
import { LinkFormSaveError, LinkFormDraftNotice } from './LinkFormNotices.tsx'
import { LinkFormPicture } from './LinkFormPicture.tsx'
import { LinkFormDuplicates } from './LinkFormDuplicates.tsx'
import { LinkFormPreview } from './LinkFormPreview.tsx'
import { isSingleAddress, isPost, recogniseAddress } from './linkFormValues.ts'
import { useLinkForm } from './useLinkForm.ts'
import { useLinkSave } from './useLinkSave.ts'
import { useLinkFormStart } from './useLinkFormStart.ts'

type Props = {
  onClose: () => void
  /** The container: a dialog, or the page with the form. */
  Frame?: ComponentType<DialogProps>
  /** On the page with the form: called with the saved link instead of showing a toast. */
  onDone?: (link: Link, message: string) => void
  /** Called instead when the mutation was queued. */
  onQueued?: () => void
} & Partial<Overlays['addLink'] & Overlays['editLink']>

/** Adds a link in two steps, or edits one. */
export default function LinkForm({ onClose, Frame = Dialog, onDone, onQueued, ...start }: Props) {
  const { link, queuedId, former } = start
  const formId = useId()
  const phone = usePhone()
  const initialState = useLinkFormStart(start)
  const { initial, draft } = initialState

  const showDraftToast = () =>
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
  const form = useLinkForm(initialState, showDraftToast)
  const showSavedToast = useSavedToast(link === undefined, onClose)
  const handleSaved = (saved: Link) => (onDone ? onDone(saved, linksTexts.saved) : showSavedToast(saved))
  const handleQueued = () => {
    if (onQueued) return onQueued()
    toastQueued()
    onClose()
  }
  const save = useLinkSave(form, link, initial, {
    queuedId,
    theirs: former && link,
    onSaved: handleSaved,
    onQueued: handleQueued,
  })
  const { values } = form
  const handleMoved = (duplicate: Link, message: string) => {
    if (onDone) return onDone(duplicate, message)
    toast({ title: message })
    onClose()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.submit()
  }
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

  if (values.category === 0)
    return (
      <Frame
        title={texts.choose}
        size={720}
        onClose={onClose}
        footerStart={draftNotice || <span className="t3">{texts.pasteHint}</span>}
        footer={
          <Button size="sm" variant="ghost" onClick={() => openOverlay('embeds', {})}>
            {texts.embedOptions}
          </Button>
        }
      >
        <LinkFormCategoryStep
          lastCategory={initialState.lastCategory}
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
      </Frame>
    )
  return (
    <Frame
      title={link ? texts.edit : texts.add}
      size={884}
      flush
      headerContent={
        <LinkFormCategory
          value={values.category}
          onChange={chosen => form.set({ category: chosen, post: false })}
        />
      }
      onClose={onClose}
      footerStart={
        !phone && (
          <span className={css.escHint}>
            <Kbd keys={['Esc']} /> {texts.escCloses}
          </span>
        )
      }
      footer={
        save.concurrent ? undefined : (
          <>
            {!link && (
              <Button variant="ghost" className={css.back} onClick={() => form.set({ category: 0 })}>
                {texts.back}
              </Button>
            )}
            <Button
              variant="primary"
              type="submit"
              form={formId}
              className={css.save}
              aria-disabled={save.busy}
            >
              {save.saveError?.canRetry ? texts.retry : link ? texts.update : texts.save}
            </Button>
          </>
        )
      }
    >
      {link && draftNotice && <div className={css.notice}>{draftNotice}</div>}
      {save.saveError && <LinkFormSaveError error={save.saveError} />}
      {save.concurrent ? (
        <LinkFormConflict
          before={initial}
          mine={values}
          theirs={save.concurrent}
          former={former !== undefined && save.concurrent === link}
          busy={save.busy}
          onResolve={save.resolve}
          onBack={save.cancelConflict}
        />
      ) : (
        <form
          id={formId}
          noValidate
          className={css.columns}
          onSubmit={submit}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save.submit()
          }}
        >
          <LinkFormFields
            form={form}
            date={initialState.date}
            currentParent={link?.parent}
            duplicates={
              <LinkFormDuplicates form={form} link={link} onSaveAnyway={save.submit} onMoved={handleMoved} />
            }
          />
          {!phone && (
            <LinkFormPreview
              form={form}
              date={initialState.date}
              picture={link && <LinkFormPicture form={form} savedThumbnail={initial.thumbnail} />}
            />
          )}
        </form>
      )}
    </Frame>
  )
}

/**
 * Returns a function that shows a toast for the saved link and closes the form. The toast for a new link can open it.
 */
function useSavedToast(isNew: boolean, onClose: () => void): (saved: Link) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return saved => {
    const open = () => void navigate(`/l/${saved._id}`, { state: { over: { pathname, search } } })
    toast(
      isNew
        ? { title: linksTexts.saved, action: { label: texts.open, run: open } }
        : { title: linksTexts.updated },
    )
    onClose()
  }
}
