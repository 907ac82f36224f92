import { uiTexts } from '@nestmark/texts/ui'
import {
  type ComponentProps,
  type CSSProperties,
  type FormEvent,
  type ReactNode,
  useId,
  useRef,
  type RefObject,
} from 'react'
import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { createPortal } from 'react-dom'
import { Button, type Icon, IconButton } from '../fields/Button.tsx'
import { classes } from '../classes.ts'
import { CancelButton } from './CancelButton.tsx'
import css from './Dialog.module.css'
import { IconX } from '../icons.ts'
import { useCloseRequest } from '../../lib/overlays/useCloseRequest.ts'
import { usePhone } from '../../lib/media/media.ts'
import { useFocusTrap } from './useFocusTrap.ts'
import { useScrollLock } from './useScrollLock.ts'
import { useSheetSwipe } from './useSheetSwipe.ts'

/** The widths of dialogs in pixels: small, share, choose, palette, form with preview, thumbnail; a link over its list. */
type DialogSize = 460 | 520 | 580 | 672 | 720 | 884 | 904 | 1060

/** The props of a dialog; `FormSheet` renders the same content as a page. */
export interface DialogProps {
  title: string
  /** Shown in an egg before the title. */
  icon?: Icon
  size?: DialogSize
  /** Without header and padding; only screen readers read the title. */
  bare?: boolean
  /** Higher on the page; on phones the entire screen instead of a sheet. Its content scrolls itself. */
  palette?: boolean
  /** Content of the header between title and close button; it does not scroll. */
  headerContent?: ReactNode
  /** Without padding around the content. */
  flush?: boolean
  onClose: () => void
  /** Handles Esc instead of `OverlayStack`, such as a step that returns to the previous one. */
  onEscape?: () => void
  /** Content at the start of the footer. */
  footerStart?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

interface ActionProps {
  /** The primary button of the footer, after one that cancels. */
  action?: ComponentProps<typeof Button> & { 'data-autofocus'?: boolean }
  /** The content is a form, which the button of the action submits. */
  onSubmit?: () => void
  formClass?: string | undefined
}

/**
 * A dialog; on phones a bottom sheet. A click outside closes it; `OverlayStack` closes the topmost with Esc. It
 * traps the focus. `data-autofocus` marks the first field. It is not a native modal dialog, because that would make
 * toasts above it inert.
 */
export function Dialog({
  title,
  icon: Glyph,
  size = 460,
  bare,
  palette,
  headerContent,
  flush,
  onClose,
  onEscape,
  footerStart,
  action,
  onSubmit,
  formClass,
  footer,
  children,
}: DialogProps & ActionProps) {
  const panel = useRef<HTMLDivElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()
  const formId = useId()
  const buttons = action ? (
    <>
      <CancelButton onClick={onClose} />
      <Button variant="primary" {...(onSubmit && { type: 'submit', form: formId })} {...action} />
    </>
  ) : (
    footer
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  useFocusTrap(panel)
  useEscape(panel, onEscape)
  useCloseRequest(onEscape ?? onClose)
  useSheetSwipe(panel, usePhone() && !palette, onClose)
  useScrollLock()
  return createPortal(
    <div
      className={classes('flex top', css.root, palette && css.palette, size === 1060 && css.tall)}
      // A press that begins inside, such as a text selection, does not close the dialog.
      onPointerDown={event => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={event => {
        if (pressedOutside.current && event.target === event.currentTarget) onClose()
      }}
    >
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-label={bare ? title : undefined}
        aria-labelledby={bare ? undefined : titleId}
        tabIndex={-1}
        className={`stack t1 min0 ${css.content}`}
        style={{ '--size': `${size}px` } as CSSProperties}
      >
        {!bare && (
          <div
            className={classes('row g10 rigid', css.header, Boolean(headerContent) && css.withHeaderContent)}
          >
            {Glyph && (
              <span className={`centre acc rigid ${css.egg}`} aria-hidden="true">
                <Glyph className="i s18" />
              </span>
            )}
            <h2 id={titleId} className={`grow anywhere ${css.title}`}>
              {title}
            </h2>
            {headerContent && <div className={css.headerContent}>{headerContent}</div>}
            <IconButton icon={IconX} label={uiTexts.close} onClick={onClose} />
          </div>
        )}
        <div className={css.body}>
          <div className={classes(css.inside, (bare || flush) && css.bare)}>
            {onSubmit ? (
              <form id={formId} noValidate className={formClass} onSubmit={submit}>
                {children}
              </form>
            ) : (
              children
            )}
          </div>
        </div>
        {(buttons || footerStart) && (
          <div className={`row g8 rigid ${css.footer}`}>
            {footerStart && <div className={`row g4 ${css.footerStart}`}>{footerStart}</div>}
            {buttons}
          </div>
        )}
      </div>
    </div>,
    document.body,
  )
}

/**
 * Calls a handler when Esc is pressed while a dialog is the topmost one. It listens on the document, because a dialog
 * that has just opened has no focus yet; `OverlayStack` listens on the window and is called after it.
 * @param onEscape undefined leaves the key to `OverlayStack`
 */
function useEscape(panel: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  useEventListener('keydown', event => {
    if (!onEscape || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    const isTopmost = [...document.querySelectorAll('[role=dialog]')].at(-1) === panel.current
    if (!isTopmost || document.querySelector('[role=menu]')) return
    event.preventDefault()
    onEscape()
  })
}
