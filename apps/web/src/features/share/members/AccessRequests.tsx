import { declineAccess } from '@nestmark/contract/sharing/share'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { toast } from '../../../lib/toasts.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import type { Member, Permissions } from '../data.ts'
import listCss from './MemberList.module.css'
import { MemberName } from './MemberName.tsx'
import css from './ShareMembers.module.css'

/** Lists the people who asked for access. Both answers are sent immediately. */
export function AccessRequests({
  requests,
  collectionId,
  onAllow,
  onDecline,
}: {
  requests: Permissions['requests']
  collectionId: string
  onAllow: (person: Member) => void
  /** Called before a row is removed. */
  onDecline: (person: Member) => void
}) {
  const decline = useOperationMutation(declineAccess, {
    onSuccess: () => toast({ title: texts.accessDeclined }),
  })
  if (requests.length === 0) return null
  return (
    <section aria-label={texts.requests} className={css.requests}>
      <h3 className={css.requestsTitle}>{texts.requests}</h3>
      <ul className={`${listCss.list} ${listCss.limited}`}>
        {requests.map(({ _id, email, name }) => (
          <li key={_id} className={`row g10 ${listCss.member}`}>
            <Avatar name={name} />
            <MemberName member={{ _id, email, name }} />
            <span className={`flex g6 rigid ${css.requestButtons}`}>
              <Button
                size="sm"
                variant="ghost"
                aria-label={texts.declineAccessOf(email)}
                onClick={() => {
                  onDecline({ _id, email, name })
                  decline.mutate({ folder_id: collectionId, person_id: _id })
                }}
              >
                {texts.declineAccess}
              </Button>
              <Button
                size="sm"
                aria-label={texts.giveAccessTo(email)}
                onClick={() => onAllow({ _id, email, name })}
              >
                {texts.giveAccess}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
