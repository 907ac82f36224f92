import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import type { ReactNode } from 'react'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { Note } from '../Sheet.tsx'
import css from './profile.module.css'

/** A section of the account page: title and description on one side, content on the other. */
export function ProfileSection({
  title,
  line,
  outcome: { notice, failure } = { notice: null, failure: null },
  isLoading = false,
  children,
}: {
  title: string
  line?: string
  /** What the last action has led to, above the content. */
  outcome?: { notice: string | null; failure: string | null }
  isLoading?: boolean
  children: ReactNode
}) {
  return (
    <section className={css.section}>
      <div>
        <h2 className="h2">{title}</h2>
        {line && <p className={`t3 mt4 ${css.description}`}>{line}</p>}
      </div>
      <div className="min0">
        {notice && <Note>{notice}</Note>}
        {failure && <FieldError>{failure}</FieldError>}
        {isLoading && !failure && <p role="status">{accountsTexts.loading}</p>}
        {children}
      </div>
    </section>
  )
}
