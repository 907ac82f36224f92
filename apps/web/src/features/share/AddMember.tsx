import { shareTexts as texts } from '@nestmark/texts/share'
import { useState } from 'react'
import { Refusal, formatError } from '../../lib/api/client.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/FieldError.tsx'
import { useMe } from '../session/data.ts'
import { lookUpMember, type Member } from './data.ts'
import css from './AddMember.module.css'

/** Adds a member by email address, which the server must know. */
export function AddMember({
  members,
  onAdd,
}: {
  /** The members of both lists, who cannot be added again. */
  members: readonly Member[]
  onAdd: (member: Member) => void
}) {
  const me = useMe()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isLooking, setIsLooking] = useState(false)

  const add = async () => {
    const email = text.trim().toLowerCase()
    if (email === '' || isLooking) return
    if (members.some(each => each.email.toLowerCase() === email)) return setProblem(texts.emailExists)
    if (email === me?.email.toLowerCase()) return setProblem(texts.emailOwn)
    setIsLooking(true)
    try {
      onAdd(await lookUpMember(email))
      setText('')
      setProblem(undefined)
    } catch (error) {
      setProblem(
        error instanceof Refusal && error.status === 400 && error.code === 'request.invalid'
          ? texts.emailNotFound
          : formatError(error),
      )
    } finally {
      setIsLooking(false)
    }
  }
  return (
    <>
      <div className={classes(css.addField, problem !== undefined && css.invalid)}>
        <input
          className={css.emailInput}
          type="email"
          aria-label={texts.email}
          aria-invalid={problem ? true : undefined}
          placeholder={texts.email}
          autoComplete="off"
          dir="ltr"
          value={text}
          onChange={event => {
            setText(event.target.value)
            setProblem(undefined)
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void add()
          }}
        />
        <button
          type="button"
          className={css.addButton}
          disabled={text.trim() === '' || isLooking}
          onClick={() => void add()}
        >
          {texts.add}
        </button>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </>
  )
}
