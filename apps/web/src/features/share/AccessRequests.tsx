import { shareTexts as texts } from '@nestmark/texts/share'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Member, Permissions } from './data.ts'
import listCss from './MemberList.module.css'
import css from './ShareMembers.module.css'

/** Lists the people who asked for access. Accepting one adds them as a reader; Submit saves it. */
export function AccessRequests({
  requests,
  onAccept,
}: {
  requests: Permissions['requests']
  onAccept: (person: Member) => void
}) {
  if (requests.length === 0) return null
  return (
    <section aria-label={texts.requests} className={css.requests}>
      <h3 className={css.requestsTitle}>{texts.requests}</h3>
      <ul className={`${listCss.list} ${listCss.limited}`}>
        {requests.map(({ _id, email, name }) => (
          <li key={_id} className={listCss.member}>
            <Avatar name={name} />
            <span className={`grow ${listCss.name}`} title={`${name} ${email}`}>
              <span className="el" dir="auto">
                {name}
              </span>
              <span className={listCss.note} dir="ltr">
                {email}
              </span>
            </span>
            <Button
              size="sm"
              className={listCss.roleButton}
              aria-label={texts.giveAccessTo(email)}
              onClick={() => onAccept({ _id, email })}
            >
              {texts.giveAccess}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
