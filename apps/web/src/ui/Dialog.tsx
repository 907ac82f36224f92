import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Modal } from '@mantine/core'
import { uiTexts } from '@nestmark/texts/ui'
import type { ReactNode } from 'react'
import { usePhone } from '../lib/media.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import css from './Dialog.module.css'
import { IconX } from './icons.ts'

/** The widths of dialogs in pixels: small, share, choose, form with preview; a link over its list. */
export type DialogSize = 460 | 520 | 580 | 720 | 884 | 1060

/** The props of a dialog; `FormSheet` renders the same content as a page. */
export interface DialogProps {
  title: string
  size?: DialogSize
  /** Without header and padding; only screen readers read the title. */
  bare?: boolean
  /** Content of the header between title and close button; it does not scroll. */
  headerContent?: ReactNode
  /** Without padding around the content. */
  flush?: boolean
  onClose: () => void
  /** Content at the start of the footer. */
  footerStart?: ReactNode
  /** Cancel and one primary button. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * A dialog; on phones a bottom sheet. Esc and a click outside close it. It traps the focus and restores it
 * afterwards. `data-autofocus` marks the first field.
 */
export function Dialog({
  title,
  size = 460,
  bare,
  headerContent,
  flush,
  onClose,
  footerStart,
  footer,
  children,
}: DialogProps) {
  const phone = usePhone()
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      yOffset={phone ? 0 : 96}
      padding={0}
      // Each Esc closes one dialog: `OverlayStack` closes the topmost.
      closeOnEscape={false}
      zIndex="var(--nm-z-modal)"
      transitionProps={
        phone ? { transition: 'slide-up', duration: 260 } : { transition: 'pop', duration: 180 }
      }
    >
      <Modal.Overlay className={css.overlay} />
      <Modal.Content
        // `className` would also apply to the wrapper.
        classNames={{ content: css.content, inner: css.inner }}
        radius="xl"
        aria-label={bare ? title : undefined}
      >
        {!bare && (
          <div className={classes(css.header, Boolean(headerContent) && css.withHeaderContent)}>
            <Modal.Title className={css.title}>{title}</Modal.Title>
            {headerContent && <div className={css.headerContent}>{headerContent}</div>}
            <IconButton icon={IconX} label={uiTexts.close} onClick={onClose} />
          </div>
        )}
        <Modal.Body className={css.body}>
          <div className={classes(css.inside, (bare || flush) && css.bare)}>{children}</div>
        </Modal.Body>
        {(footer || footerStart) && (
          <div className={css.footer}>
            {footerStart && <div className={css.footerStart}>{footerStart}</div>}
            {footer}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}
