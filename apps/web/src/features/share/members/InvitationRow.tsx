import type { Invitation } from '@nestmark/contract/sharing/share'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconChevronDown, IconMail, IconX } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'
import { useCancelInvitation, useResendInvitation } from '../data.ts'
import listCss from './MemberList.module.css'

/** An invited address without an account. The actions of its menu are sent immediately. */
export function InvitationRow({
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
      <Menu
        label={texts.invitationOf(email)}
        items={[
          { label: texts.resend, icon: IconMail, run: () => resend.mutate(target) },
          { label: texts.cancelInvitation, icon: IconX, danger: true, run: () => cancel.mutate(target) },
        ]}
      >
        {trigger => (
          <Button
            {...trigger}
            size="sm"
            variant="ghost"
            className={listCss.roleButton}
            aria-label={texts.invitationOf(email)}
          >
            {texts.invited}
            <IconChevronDown className="i s14" />
          </Button>
        )}
      </Menu>
    </li>
  )
}
