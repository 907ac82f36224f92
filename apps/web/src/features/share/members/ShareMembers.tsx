import { ownershipTransferTexts } from '@nestmark/texts/sharing/ownershipTransfer'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import type { Invitation } from '@nestmark/contract/sharing/share'
import type { RefObject } from 'react'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconChevronDown, IconEdit, IconEye, IconUser, IconX, IconMail } from '../../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../../ui/menus/Menu.tsx'
import { toDisplayName } from '../../collections/data.ts'
import { AddMember, type TypedMembers } from './AddMember.tsx'
import { type Member, type Permissions, useCancelInvitation, useResendInvitation } from '../data.ts'
import { listPeopleAbove } from './effectiveAccess.ts'
import listCss from './MemberList.module.css'
import { MemberName, toAvatarName } from './MemberName.tsx'
import { type MemberRole, removeMember, setMemberRole } from '../dialog/permissions.ts'
import css from './ShareMembers.module.css'

/** The actions on members of the saved permissions. They are sent immediately. */
export interface SavedMembers {
  ids: ReadonlySet<string>
  setRole: (member: Member, role: MemberRole) => void
  remove: (member: Member) => void
  /** Offers the collection to a member; undefined where it cannot be offered. */
  onTransfer: ((to: Member) => void) | undefined
  /** Called before a member is moved or removed from the list. */
  onFocus: (id: string) => void
}

const lists = { read: 'read_members', write: 'write_members' } as const
const labels = { read: texts.readers, write: texts.writers }

/** Lists the members of one role by email address, each with a role menu, and a field that adds another one. */
export function ShareMembers({
  role,
  collectionId,
  value,
  invited,
  typed,
  savedMembers,
  onChange,
}: {
  role: MemberRole
  collectionId: string
  value: Permissions
  /** The invitations as they are stored now. */
  invited: readonly Invitation[]
  /** The fields of addresses that are typed but not added. */
  typed: RefObject<TypedMembers>
  savedMembers: SavedMembers
  onChange: (value: Permissions) => void
}) {
  // Without a team, these people lose the right to write.
  const members = role === 'write' && value.write === 0 ? [] : value[lists[role]]
  const invitations = invited.filter(each => each.type === role)
  // Who can write can read too. A reader who is added here becomes a writer.
  const writers = listPeopleAbove(value, 'write')
  const above = role === 'write' ? writers : listPeopleAbove(value, 'read')
  const existing = role === 'read' ? [...members, ...(value.write ? value.write_members : [])] : members
  return (
    <div className={css.members} role="group" aria-label={labels[role]}>
      {members.length + invitations.length + above.length > 0 && (
        <ul className={`${listCss.list} ${listCss.limited}`}>
          {above
            .filter(({ _id }) => !members.some(each => each._id === _id))
            .map(({ through, ...member }) => (
              <li key={member._id} className={`row g10 ${listCss.member}`}>
                <Avatar name={toAvatarName(member)} />
                <MemberName member={member} />
                <span className={`rigid ${listCss.through}`}>{texts.through(toDisplayName(through))}</span>
              </li>
            ))}
          {members.map(member => {
            const writer = role === 'read' ? writers.find(each => each._id === member._id) : undefined
            const isSaved = savedMembers.ids.has(member._id)
            return (
              <MemberRow
                key={member._id}
                member={member}
                role={role}
                note={writer && texts.writesThrough(toDisplayName(writer.through))}
                onRole={next => {
                  savedMembers.onFocus(member._id)
                  if (isSaved) savedMembers.setRole(member, next)
                  else onChange(setMemberRole(value, member, next))
                }}
                onTransfer={isSaved ? savedMembers.onTransfer : undefined}
                onRemove={() => {
                  savedMembers.onFocus(member._id)
                  if (isSaved) savedMembers.remove(member)
                  else onChange(removeMember(value, member))
                }}
              />
            )
          })}
          {invitations.map(each => (
            <InvitationRow key={each._id} invitation={each} collectionId={collectionId} />
          ))}
        </ul>
      )}
      {/* When anyone can read, readers need not be added. */}
      {(role === 'write' || value.read === 1) && (
        <AddMember
          role={role}
          collectionId={collectionId}
          members={existing}
          typed={typed}
          onAdd={added => onChange(added.reduce((all, member) => setMemberRole(all, member, role), value))}
        />
      )}
    </div>
  )
}

function MemberRow({
  member,
  role,
  note,
  onRole,
  onTransfer,
  onRemove,
}: {
  member: Member
  role: MemberRole
  /** An additional right of the member. */
  note: string | undefined
  onRole: (role: MemberRole) => void
  onTransfer: ((to: Member) => void) | undefined
  onRemove: () => void
}) {
  const choose = (next: MemberRole) => () => next !== role && onRole(next)
  return (
    <li className={`row g10 ${listCss.member}`} data-member={member._id}>
      <Avatar name={toAvatarName(member)} />
      <MemberName member={member} notes={note === undefined ? [] : [note]} />
      <RoleMenu
        label={texts.roleOf(member.email)}
        name={`${texts.roleOf(member.email)}: ${role === 'read' ? texts.canRead : texts.canWrite}`}
        text={role === 'read' ? texts.canRead : texts.canWrite}
        items={[
          { label: texts.canRead, icon: IconEye, checked: role === 'read', run: choose('read') },
          { label: texts.canWrite, icon: IconEdit, checked: role === 'write', run: choose('write') },
          'line',
          onTransfer && {
            label: ownershipTransferTexts.transfer,
            icon: IconUser,
            run: () => onTransfer(member),
          },
          { label: texts.removeMember, icon: IconX, danger: true, run: onRemove },
        ]}
      />
    </li>
  )
}

/** An invited address without an account. The actions of its menu are sent immediately. */
function InvitationRow({
  invitation: { _id, email },
  collectionId,
}: {
  invitation: Invitation
  collectionId: string
}) {
  const resend = useResendInvitation()
  const cancel = useCancelInvitation()
  const target = { folder_id: collectionId, invitation_id: _id }
  return (
    <li className={`row g10 ${listCss.member}`}>
      <IconMail className="i s24" />
      <span className={`el grow ${listCss.name}`} dir="ltr" title={email}>
        {email}
      </span>
      <RoleMenu
        label={texts.invitationOf(email)}
        text={texts.invited}
        items={[
          { label: texts.resend, icon: IconMail, run: () => resend.mutate(target) },
          { label: texts.cancelInvitation, icon: IconX, danger: true, run: () => cancel.mutate(target) },
        ]}
      />
    </li>
  )
}

/** @param name of the button, where it says more than that of the menu */
function RoleMenu({
  label,
  name = label,
  text,
  items,
}: {
  label: string
  name?: string
  text: string
  items: MenuEntry[]
}) {
  return (
    <Menu label={label} items={items}>
      {trigger => (
        <Button {...trigger} size="sm" variant="ghost" className={listCss.roleButton} aria-label={name}>
          {text}
          <IconChevronDown className="i s14" />
        </Button>
      )}
    </Menu>
  )
}
