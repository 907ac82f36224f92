import { ownershipTransferTexts } from '@nestmark/texts/ownershipTransfer'
import { shareTexts as texts } from '@nestmark/texts/share'
import { type KeyboardEvent, useState } from 'react'
import { Refusal, formatError } from '../../lib/api/client.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconX } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'
import { lookUpMember, type Member } from './data.ts'
import css from './Share.module.css'

/** Lists members by email address, with a field that adds another one. */
export function ShareMembers({
  label,
  roleText,
  members,
  otherMembers,
  transfer,
  onChange,
}: {
  label: string
  /** The text of their right. */
  roleText: string
  members: readonly Member[]
  /** The members of the other list, who cannot be added here. */
  otherMembers: readonly Member[]
  /** Offers the collection to a member of the saved permissions. */
  transfer?: { savedIds: ReadonlySet<string>; onTransfer: (to: Member) => void } | undefined
  onChange: (members: Member[]) => void
}) {
  const me = useMe()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isLooking, setIsLooking] = useState(false)

  const add = async () => {
    const email = text.trim().toLowerCase()
    if (email === '' || isLooking) return
    if ([...members, ...otherMembers].some(each => each.email.toLowerCase() === email))
      return setProblem(texts.emailExists)
    if (email === me?.email.toLowerCase()) return setProblem(texts.emailOwn)
    setIsLooking(true)
    try {
      const found = await lookUpMember(email)
      onChange([...members, found])
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void add()
  }
  return (
    <div className={css.members} role="group" aria-label={label}>
      {members.length > 0 && (
        <ul className={css.people}>
          {members.map(member => (
            <li key={member._id} className={css.person}>
              <Avatar name={member.email} />
              <span className={`el grow ${css.memberName}`} dir="ltr" title={member.email}>
                {member.email}
              </span>
              <span className={css.role}>{roleText}</span>
              {transfer?.savedIds.has(member._id) && (
                <Button
                  size="sm"
                  variant="ghost"
                  className={css.transferButton}
                  aria-label={ownershipTransferTexts.transferTo(member.email)}
                  onClick={() => transfer.onTransfer(member)}
                >
                  {ownershipTransferTexts.transfer}
                </Button>
              )}
              <IconButton
                small
                icon={IconX}
                label={texts.remove(member.email)}
                onClick={() => onChange(members.filter(each => each !== member))}
              />
            </li>
          ))}
        </ul>
      )}
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
          onKeyDown={onKeyDown}
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
    </div>
  )
}
