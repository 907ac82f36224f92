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
import { LinkFormChoose } from './LinkFormChoose.tsx'
import { LinkFormConflict } from './LinkFormConflict.tsx'
import { LinkFormFields } from './LinkFormFields.tsx'
import { LinkFormNotSaved, LinkFormOffer } from './LinkFormNotices.tsx'
import { LinkFormPicture } from './LinkFormPicture.tsx'
import { LinkFormSaved } from './LinkFormSaved.tsx'
import { LinkFormPreview } from './LinkFormPreview.tsx'
import { isOneAddress, isPost, recognised } from './linkFormValues.ts'
import { useLinkForm } from './useLinkForm.ts'
import { useLinkSave } from './useLinkSave.ts'
import { useLinkStart } from './useLinkStart.ts'

type Props = {
  onClose: () => void
  /** The container: a dialog, or the page with the form. */
  Frame?: ComponentType<DialogProps>
  /** On the page with the form: called with the saved link instead of showing a toast. */
  onDone?: (link: Link, said: string) => void
  /** Called instead when the mutation was queued. */
  onKept?: () => void
} & Partial<Overlays['addLink'] & Overlays['editLink']>

/** Adds a link in two steps, or edits one. */
export default function LinkForm({ onClose, Frame = Dialog, onDone, onKept, ...start }: Props) {
  const { link, waiting, former } = start
  const formId = useId()
  const phone = usePhone()
  const begun = useLinkStart(start)
  const { initial, draft } = begun

  const offerAgain = () =>
    toast({
      tone: 'info',
      title: texts.draftKept,
      line: link ? texts.draftKeptEdit : texts.draftKeptLine,
      action: {
        label: texts.draftContinue,
        run: () =>
          link
            ? openOverlay('editLink', { link, waiting })
            : openOverlay('addLink', waiting ? { waiting } : { resume: true }),
      },
    })
  const form = useLinkForm(begun, offerAgain)
  const say = useSaid(link === undefined, onClose)
  const done = (saved: Link) => (onDone ? onDone(saved, linksTexts.saved) : say(saved))
  const keptForLater = () => {
    if (onKept) return onKept()
    toastQueued()
    onClose()
  }
  const save = useLinkSave(form, link, initial, {
    waiting,
    theirs: former && link,
    onSaved: done,
    onKept: keptForLater,
  })
  const { values } = form
  const moved = (known: Link, said: string) => {
    if (onDone) return onDone(known, said)
    toast({ title: said })
    onClose()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.submit()
  }
  const offer = draft && !form.changed && (
    <LinkFormOffer
      draft={draft}
      editing={link !== undefined}
      onContinue={() => {
        form.replace(draft)
        begun.settleDraft(false)
      }}
      onDiscard={() => begun.settleDraft(true)}
    />
  )

  if (values.category === 0)
    return (
      <Frame
        title={texts.choose}
        size={720}
        onClose={onClose}
        footerStart={offer || <span className="t3">{texts.pasteHint}</span>}
        footer={
          <Button size="sm" variant="ghost" onClick={() => openOverlay('embeds', {})}>
            {texts.embedOptions}
          </Button>
        }
      >
        <LinkFormChoose
          last={begun.lastCategory}
          onChoose={chosen => form.set({ category: chosen })}
          onPaste={text => {
            if (!isOneAddress(text)) return form.set({ category: 4, desc: text, touched: { desc: true } })
            form.setAddress(text)
            form.set({ category: recognised(text)?.category ?? 3, post: isPost(recognised(text)) })
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
          <span className={css.esc}>
            <Kbd keys={['Esc']} /> {texts.escCloses}
          </span>
        )
      }
      footer={
        save.meanwhile ? undefined : (
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
              {save.notSaved?.again ? texts.retry : link ? texts.update : texts.save}
            </Button>
          </>
        )
      }
    >
      {link && offer && <div className={css.notice}>{offer}</div>}
      {save.notSaved && <LinkFormNotSaved notSaved={save.notSaved} />}
      {save.meanwhile ? (
        <LinkFormConflict
          before={initial}
          mine={values}
          theirs={save.meanwhile}
          former={former !== undefined && save.meanwhile === link}
          busy={save.busy}
          onSettle={save.settle}
          onBack={save.leaveConflict}
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
            date={begun.date}
            stays={link?.parent}
            saved={<LinkFormSaved form={form} link={link} onSaveAnyway={save.submit} onMoved={moved} />}
          />
          {!phone && (
            <LinkFormPreview
              form={form}
              date={begun.date}
              picture={link && <LinkFormPicture form={form} before={initial.thumbnail} />}
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
function useSaid(isNew: boolean, onClose: () => void): (saved: Link) => void {
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
