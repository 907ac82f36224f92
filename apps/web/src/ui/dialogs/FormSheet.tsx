import { uiTexts } from '@nestmark/texts/ui'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { IconButton } from '../fields/Button.tsx'
import { classes } from '../classes.ts'
import type { DialogProps } from './Dialog.tsx'
import css from './FormSheet.module.css'
import { IconX } from '../icons.ts'
import { Logo } from '../marks/Logo.tsx'

/** Renders the content of a dialog as a page that fills a small window or a phone. */
export function FormSheet({
  title,
  headerContent,
  flush,
  onClose,
  footerStart,
  footer,
  children,
}: DialogProps) {
  usePageTitle(title)
  return (
    <main id="main" className={`stack ${css.sheet}`}>
      <div className={classes(css.header, Boolean(headerContent) && css.withHeaderContent)}>
        <h1 className={`row g10 min0 ${css.title}`}>
          <Logo size={24} />
          {title}
        </h1>
        <IconButton icon={IconX} label={uiTexts.close} onClick={onClose} />
        {headerContent && <div className={css.headerContent}>{headerContent}</div>}
      </div>
      <div className={classes(css.inside, flush && css.flush)}>{children}</div>
      {(footer || footerStart) && (
        <div className={`row wrap g8 ${css.footer}`}>
          {footerStart && <div className={css.footerStart}>{footerStart}</div>}
          {footer}
        </div>
      )}
    </main>
  )
}
