import { ownershipTransferTexts } from '@nestmark/texts/ownershipTransfer'
import { shareTexts as texts } from '@nestmark/texts/share'
import type { Invitation } from '@nestmark/contract/share'
import type { RefObject } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconChevronDown, IconEdit, IconEye, IconUser, IconX } from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import { AddMember, type TypedMembers } from './AddMember.tsx'
import type { Member, Permissions } from './data.ts'
import { InvitationRow } from './InvitationRow.tsx'
import listCss from './MemberList.module.css'
import { type MemberRole, removeMember, setMemberRole } from './permissions.ts'
import css from './ShareMembers.module.css'

/** The actions on members of the saved permissions. They act at once. */
export interface SavedMembers {
  ids: ReadonlySet<string>
  setRole: (member: Member, role: MemberRole) => void
  remove: (member: Member) => void
  /** Offers the collection to a member; undefined where it cannot be offered. */
  onTransfer: ((to: Member) => void) | undefined
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
  typed: RefObject<TypedMembers>
  savedMembers: SavedMembers
  onChange: (value: Permissions) => void
}) {
  const members = value[lists[role]]
  const invitations = invited.filter(each => each.type === role)
  // Who can write can read too. A reader who is added here becomes a writer.
  const existing = role === 'read' ? [...members, ...(value.write ? value.write_members : [])] : members
  return (
    <div className={css.members} role="group" aria-label={labels[role]}>
      {members.length + invitations.length > 0 && (
        <ul className={`${listCss.list} ${listCss.limited}`}>
          {members.map(member => {
            const isSaved = savedMembers.ids.has(member._id)
            return (
              <MemberRow
                key={member._id}
                member={member}
                role={role}
                onRole={next =>
                  isSaved ? savedMembers.setRole(member, next) : onChange(setMemberRole(value, member, next))
                }
                onTransfer={isSaved ? savedMembers.onTransfer : undefined}
                onRemove={() =>
                  isSaved ? savedMembers.remove(member) : onChange(removeMember(value, member))
                }
              />
            )
          })}
          {invitations.map(each => (
            <InvitationRow key={each._id} invitation={each} collectionId={collectionId} />
          ))}
        </ul>
      )}
      <AddMember
        role={role}
        collectionId={collectionId}
        members={existing}
        typed={typed}
        onAdd={added => onChange(setMemberRole(value, added, role))}
      />
    </div>
  )
}

function MemberRow({
  member,
  role,
  onRole,
  onTransfer,
  onRemove,
}: {
  member: Member
  role: MemberRole
  onRole: (role: MemberRole) => void
  onTransfer: ((to: Member) => void) | undefined
  onRemove: () => void
}) {
  const choose = (next: MemberRole) => () => next !== role && onRole(next)
  return (
    <li className={listCss.member}>
      <Avatar name={member.email} />
      <span className={`el grow ${listCss.name}`} dir="ltr" title={member.email}>
        {member.email}
      </span>
      <Menu
        label={texts.roleOf(member.email)}
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
      >
        {trigger => (
          <Button
            {...trigger}
            size="sm"
            variant="ghost"
            className={listCss.roleButton}
            aria-label={`${texts.roleOf(member.email)}: ${role === 'read' ? texts.canRead : texts.canWrite}`}
          >
            {role === 'read' ? texts.canRead : texts.canWrite}
            <IconChevronDown className="i s14" />
          </Button>
        )}
      </Menu>
    </li>
  )
}
