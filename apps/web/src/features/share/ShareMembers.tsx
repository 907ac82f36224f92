import { ownershipTransferTexts } from '@nestmark/texts/ownershipTransfer'
import { shareTexts as texts } from '@nestmark/texts/share'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { IconX } from '../../ui/icons.ts'
import { AddMember } from './AddMember.tsx'
import type { Member } from './data.ts'
import listCss from './MemberList.module.css'
import css from './ShareMembers.module.css'

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
  return (
    <div className={css.members} role="group" aria-label={label}>
      {members.length > 0 && (
        <ul className={`${listCss.list} ${listCss.limited}`}>
          {members.map(member => (
            <MemberRow
              key={member._id}
              member={member}
              roleText={roleText}
              onTransfer={transfer?.savedIds.has(member._id) ? transfer.onTransfer : undefined}
              onRemove={() => onChange(members.filter(each => each !== member))}
            />
          ))}
        </ul>
      )}
      <AddMember members={[...members, ...otherMembers]} onAdd={added => onChange([...members, added])} />
    </div>
  )
}

function MemberRow({
  member,
  roleText,
  onTransfer,
  onRemove,
}: {
  member: Member
  roleText: string
  onTransfer: ((to: Member) => void) | undefined
  onRemove: () => void
}) {
  return (
    <li className={listCss.member}>
      <Avatar name={member.email} />
      <span className={`el grow ${listCss.name}`} dir="ltr" title={member.email}>
        {member.email}
      </span>
      <span className={listCss.role}>{roleText}</span>
      {onTransfer && (
        <Button
          size="sm"
          variant="ghost"
          className={listCss.transferButton}
          aria-label={ownershipTransferTexts.transferTo(member.email)}
          onClick={() => onTransfer(member)}
        >
          {ownershipTransferTexts.transfer}
        </Button>
      )}
      <IconButton small icon={IconX} label={texts.remove(member.email)} onClick={onRemove} />
    </li>
  )
}
