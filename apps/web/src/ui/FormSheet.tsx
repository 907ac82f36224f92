import { uiTexts } from '@nestmark/texts/ui'
import { usePageTitle } from '../lib/pageTitle.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import type { DialogProps } from './Dialog.tsx'
import css from './FormSheet.module.css'
import { IconX } from './icons.ts'
import { Logo } from './Logo.tsx'

/** What else stands in a dialog, as a page of its own that fills a small window or a phone. */
export function FormSheet({ title, head, flush, onClose, quiet, footer, children }: DialogProps) {
  usePageTitle(title)
  return (
    <main id="main" className={css.sheet}>
      <div className={classes(css.header, Boolean(head) && css.headed)}>
        <h1 className={css.title}>
          <Logo size={24} />
          {title}
        </h1>
        <IconButton icon={IconX} label={uiTexts.close} onClick={onClose} />
        {head && <div className={css.head}>{head}</div>}
      </div>
      <div className={classes(css.inside, flush && css.flush)}>{children}</div>
      {(footer || quiet) && (
        <div className={css.footer}>
          {quiet && <div className={css.quiet}>{quiet}</div>}
          {footer}
        </div>
      )}
    </main>
  )
}
