import { accountsTexts } from '@nestmark/texts/accounts'
import { pageAddress } from './addresses.ts'
import css from './forms.module.css'
import { Sheet } from './Sheet.tsx'

const { deleted: texts } = accountsTexts

/** What is left to say to somebody whose account is deleted. */
export function DeletedPage() {
  return (
    <Sheet
      title={texts.title}
      line={texts.line}
      below={
        <a className={css.link} href={pageAddress('register')}>
          {texts.toStart}
        </a>
      }
    />
  )
}
