import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconDownload, IconLock } from '../../../ui/icons.ts'
import type { MediaProblem } from '../../../lib/media/attachSource.ts'
import { downloadFile } from '../../links/downloadFile.ts'
import css from './PdfMessage.module.css'
import type { PasswordQuestion } from './usePdfDocument.ts'

/** Takes the place of a document that is not open: its password, or why it cannot be shown. */
export function PdfMessage({
  link,
  isLoading,
  password,
  problem,
}: {
  link: Link
  isLoading: boolean
  password: PasswordQuestion | undefined
  problem: MediaProblem | undefined
}) {
  if (problem)
    return (
      <div className={isLoading ? `stack t2 fill ${css.message}` : css.strip} role="alert">
        <p>{problem.text}</p>
        {problem.canDownload && (
          <Button icon={IconDownload} onClick={() => void downloadFile(link)}>
            {texts.download}
          </Button>
        )}
      </div>
    )
  if (password && isLoading) return <PasswordForm key={password.number} question={password} />
  return isLoading ? (
    <div className={css.paper} role="status">
      <span className="sr">{texts.loadingDocument}</span>
    </div>
  ) : null
}

function PasswordForm({ question }: { question: PasswordQuestion }) {
  const [typed, setTyped] = useState('')
  // The next question comes when this answer was tried.
  const [isSent, setSent] = useState(false)
  const isWrong = question.number > 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSent) return
    setSent(true)
    question.answer(typed)
  }
  return (
    <form className={`stack t2 fill ${css.message}`} onSubmit={submit}>
      <IconLock className="i s24" />
      <p>{texts.protected}</p>
      <input
        type="password"
        value={typed}
        aria-label={texts.password}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'pdf-password' : undefined}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only action here
        autoFocus
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {isWrong && (
        <span id="pdf-password" className="bad f13" role="alert">
          {texts.wrongPassword}
        </span>
      )}
      <Button variant="primary" type="submit" disabled={typed === '' || isSent}>
        {texts.openDocument}
      </Button>
    </form>
  )
}
