import { classes } from '../../../ui/classes.ts'
import type { Member } from '../data.ts'
import listCss from './MemberList.module.css'

/** Shows a member: name and email address, or only the address. */
export function MemberName({ member: { name, email }, notes = [] }: { member: Member; notes?: string[] }) {
  const hasName = name !== undefined && name !== '' && name !== email
  return (
    <span className={`grow ${listCss.name}`} title={hasName ? `${name} ${email}` : email}>
      {hasName && (
        <span className="el" dir="auto">
          {name}
        </span>
      )}
      <span className={classes('el', listCss.email, hasName && `block ${listCss.note}`)} dir="ltr">
        {email}
      </span>
      {notes.map(note => (
        <span key={note} className={`block ${listCss.note}`}>
          {note}
        </span>
      ))}
    </span>
  )
}

/** Returns the text from which the avatar of a member is derived. */
export const toAvatarName = ({ name, email }: Member): string => name || email
