import { shareTexts as texts } from '@nestmark/texts/share'
import { type RefObject, useEffect, useState } from 'react'
import { Refusal, formatError } from '../../lib/api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/FieldError.tsx'
import { useMe } from '../session/data.ts'
import { lookUpMember, type Member, useInviteMember } from './data.ts'
import css from './AddMember.module.css'
import type { MemberRole } from './permissions.ts'

/**
 * The address fields of the form, by list. Each function looks up the typed address.
 * @returns the member, undefined without a typed address, null after showing why there is none
 */
export type TypedMembers = Map<MemberRole, () => Promise<Member | null | undefined>>

/** Adds a member by email address, which the server must know. Submit adds an address that is typed but not added. */
export function AddMember({
  role,
  collectionId,
  members,
  typed,
  onAdd,
}: {
  role: MemberRole
  collectionId: string
  /** The members who cannot be added again. */
  members: readonly Member[]
  typed: RefObject<TypedMembers>
  onAdd: (member: Member) => void
}) {
  const me = useMe()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isLooking, setIsLooking] = useState(false)
  const [unknown, setUnknown] = useState('')

  const refuse = (reason: string) => {
    setProblem(reason)
    return null
  }
  const email = text.trim().toLowerCase()
  const exists = members.some(each => each.email.toLowerCase() === email)
  const lookUp = async (): Promise<Member | null | undefined> => {
    if (email === '' || isLooking) return undefined
    if (exists) return refuse(texts.emailExists)
    if (email === me?.email.toLowerCase()) return refuse(texts.emailOwn)
    setIsLooking(true)
    try {
      const member = await lookUpMember(email)
      setText('')
      setProblem(undefined)
      return member
    } catch (error) {
      const isNoAddress = error instanceof Refusal && error.status === 400 && error.code === 'request.invalid'
      if (error instanceof Refusal && error.code === 'share.emailNotFound') setUnknown(email)
      return refuse(isNoAddress ? texts.emailNotFound : formatError(error))
    } finally {
      setIsLooking(false)
    }
  }
  useEffect(() => {
    const fields = typed.current
    // Submit has nothing to do for a member who is in the list.
    fields.set(role, exists ? () => Promise.resolve(undefined) : lookUp)
    return () => void fields.delete(role)
  })
  const add = async () => {
    const member = await lookUp()
    if (member) onAdd(member)
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
            setUnknown('')
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
      {unknown && (
        <InviteOffer
          invitation={{ folder_id: collectionId, email: unknown, type: role }}
          onDone={() => {
            setText('')
            setProblem(undefined)
            setUnknown('')
          }}
        />
      )}
    </>
  )
}

/** Offers to invite an address without an account. */
function InviteOffer({
  invitation,
  onDone,
}: {
  invitation: { folder_id: string; email: string; type: MemberRole }
  onDone: () => void
}) {
  const invite = useInviteMember(onDone)
  return (
    <div className={css.invite}>
      <span>{texts.inviteLine(invitation.email)}</span>
      <Button size="sm" disabled={invite.isPending} onClick={() => invite.mutate(invitation)}>
        {texts.invite}
      </Button>
    </div>
  )
}
