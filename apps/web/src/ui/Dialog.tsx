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

/** Widths of the look: small, share, choose, form with preview; a link over its list. */
export type DialogSize = 460 | 520 | 580 | 720 | 884 | 1060

/** What a dialog is made of; other frames around the same content take the same. */
export interface DialogProps {
  title: string
  size?: DialogSize
  /** Without header and padding; the title is only read out. */
  bare?: boolean
  /** What stands in the header between title and close; it stays in sight. */
  head?: ReactNode
  /** Without padding around the content. */
  flush?: boolean
  onClose: () => void
  /** What stands at the start of the footer. */
  quiet?: ReactNode
  /** Cancel and one primary button. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * A dialog; on the phone a sheet from below. Esc and a click beside it close it, the focus stays inside and
 * goes back where it came from. `data-autofocus` marks the first field.
 */
export function Dialog({
  title,
  size = 460,
  bare,
  head,
  flush,
  onClose,
  quiet,
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
      // One Escape closes one dialog: `app/overlays` gives it to the topmost.
      closeOnEscape={false}
      zIndex="var(--nm-z-modal)"
      transitionProps={
        phone ? { transition: 'slide-up', duration: 260 } : { transition: 'pop', duration: 180 }
      }
    >
      <Modal.Overlay className={css.overlay} />
      <Modal.Content
        // `className` would land on the wrapper too.
        classNames={{ content: css.content, inner: css.inner }}
        radius="xl"
        aria-label={bare ? title : undefined}
      >
        {!bare && (
          <div className={classes(css.header, Boolean(head) && css.headed)}>
            <Modal.Title className={css.title}>{title}</Modal.Title>
            {head && <div className={css.head}>{head}</div>}
            <IconButton icon={IconX} label={uiTexts.close} onClick={onClose} />
          </div>
        )}
        <Modal.Body className={css.body}>
          <div className={classes(css.inside, (bare || flush) && css.bare)}>{children}</div>
        </Modal.Body>
        {(footer || quiet) && (
          <div className={css.footer}>
            {quiet && <div className={css.quiet}>{quiet}</div>}
            {footer}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}
