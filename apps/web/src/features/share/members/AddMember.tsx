import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { onEnter } from '../onEnter.ts'
import { type Member, useInviteMember } from '../data.ts'
import css from './AddMember.module.css'
import type { MemberRole } from '../dialog/permissions.ts'
import { type FoundMembers, useMemberLookUp } from './useMemberLookUp.ts'

/** The address fields of the form, by list. Each function looks up the typed addresses. */
export type TypedMembers = Map<MemberRole, () => Promise<FoundMembers>>

/**
 * Adds members by email address, which must belong to an account. Submit adds addresses that are typed but not added.
 */
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
  onAdd: (members: readonly Member[]) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const { text, problem, unknown, isLooking, exists, setText, remove, lookUp } = useMemberLookUp(members)
  useEffect(() => {
    const fields = typed.current
    // Submit has nothing to do for members who are in the list.
    fields.set(role, exists ? async () => ({ members: [], isComplete: true }) : () => lookUp())
    return () => void fields.delete(role)
  })
  const add = async (addresses?: readonly string[]) => {
    const found = await lookUp(addresses)
    if (found.members.length > 0) onAdd(found.members)
  }
  return (
    <>
      <div className={classes('row framed', css.addField, problem !== undefined && css.invalid)}>
        <input
          ref={field}
          className={`grow t1 f14 unframed ${css.emailInput}`}
          type="email"
          multiple
          aria-label={texts.email}
          aria-invalid={problem ? true : undefined}
          placeholder={texts.email}
          autoComplete="off"
          dir="ltr"
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={onEnter(() => void add())}
        />
        <button
          type="button"
          className={`acc w560 ${css.addButton}`}
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
            const others = remove(unknown)
            field.current?.focus()
            // The next address without an account is asked about too.
            if (others.length > 0) void add(others)
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
  const button = useRef<HTMLSpanElement>(null)
  useEffect(() => button.current?.querySelector('button')?.focus(), [])
  return (
    <div className={`row wrap t2 f13 anywhere ${css.invite}`}>
      <span role="status">{texts.inviteLine(invitation.email)}</span>
      <span ref={button}>
        <Button
          size="sm"
          aria-disabled={invite.isPending}
          onClick={() => !invite.isPending && invite.mutate(invitation)}
        >
          {texts.invite}
        </Button>
      </span>
    </div>
  )
}
