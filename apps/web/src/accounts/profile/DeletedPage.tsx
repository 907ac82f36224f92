import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { pageAddress } from '../addresses.ts'
import css from '../forms.module.css'
import { Sheet } from '../Sheet.tsx'

const { deleted: texts } = accountsTexts

/** Confirms that the account is deleted. */
export function DeletedPage() {
  return (
    <Sheet
      title={texts.title}
      description={texts.line}
      footer={
        <a className={`acc w560 ${css.link}`} href={pageAddress('register')}>
          {texts.toStart}
        </a>
      }
    />
  )
}
