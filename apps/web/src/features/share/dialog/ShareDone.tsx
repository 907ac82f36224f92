import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconArrowLeft } from '../../../ui/icons.ts'
import { formatCollectionName, toDisplayName } from '../../collections/data.ts'
import { CopyAddress } from '../address/CopyAddress.tsx'
import { type Permissions, useShortAddress } from '../data.ts'
import { computeEffectiveAccess, type EffectiveAccess } from '../members/effectiveAccess.ts'
import { formatInvited } from '../members/formatInvited.ts'
import { KeyNote, type SharedCollection } from '../members/KeyNote.tsx'
import css from './ShareDone.module.css'
import dialogCss from './ShareDialog.module.css'
import { toAvatarName } from '../members/MemberName.tsx'
import { ShareButtons } from './ShareButtons.tsx'

const maxAvatars = 5

/** Shows the address of a collection after its permissions were saved. */
export function ShareDone({
  collection,
  permissions,
  onEdit,
  onClose,
}: {
  collection: SharedCollection
  permissions: Permissions
  onEdit: () => void
  onClose: () => void
}) {
  const { data: shortAddress } = useShortAddress({ folder_id: collection._id })
  const access = computeEffectiveAccess(permissions)
  const { publicThrough, people, invited } = access
  const writers = people.filter(each => each.type === 'write')
  const address = `${location.origin}/c/${collection._id}`
  const isOpen = publicThrough !== null || people.length > 0
  return (
    <Dialog
      title={isOpen ? texts.sharedTitle : invited.length > 0 ? texts.invitedTitle : texts.sharedNobodyTitle}
      onClose={onClose}
      footerStart={
        <Button variant="ghost" icon={IconArrowLeft} onClick={onEdit}>
          {texts.edit}
        </Button>
      }
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <p className="t2">{describeAccess(access)}</p>
      <KeyNote collection={collection} permissions={permissions} />
      <div className={`stack ${dialogCss.result}`}>
        <CopyAddress label={texts.address} address={address} />
        {people.length + invited.length > 0 && (
          <div className={`row ${css.avatars}`}>
            {people.slice(0, maxAvatars).map(each => (
              <Avatar key={each._id} name={toAvatarName(each)} />
            ))}
            <span className={`t3 rigid f12 ${css.count}`}>
              {texts.people(people.length, writers.length, invited.length)}
            </span>
          </div>
        )}
        {publicThrough && (
          <ShareButtons address={shortAddress ?? address} title={formatCollectionName(collection)} />
        )}
      </div>
    </Dialog>
  )
}

/** Returns the sentences about who can open the collection now, and after signing up. */
function describeAccess({ publicThrough, people, invited }: EffectiveAccess): string {
  const sentences = formatInvited(invited).map(texts.sentence)
  if (publicThrough === 'here') return [texts.sharedAnyone, ...sentences].join(' ')
  if (publicThrough) return [texts.sharedThrough(toDisplayName(publicThrough.name)), ...sentences].join(' ')
  const [first] = people
  if (first) return [texts.sharedTeam(people.length, toAvatarName(first)), ...sentences].join(' ')
  return sentences.length > 0 ? sentences.join(' ') : texts.sharedNobody
}
