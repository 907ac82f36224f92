import type { Collection } from '@nestmark/contract/shapes'
import { shareTexts as texts } from '@nestmark/texts/share'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconArrowLeft } from '../../ui/icons.ts'
import { formatCollectionName, toDisplayName } from '../collections/data.ts'
import { CopyAddress } from './CopyAddress.tsx'
import { type Permissions, useShortAddress } from './data.ts'
import { computeEffectiveAccess } from './effectiveAccess.ts'
import css from './ShareDone.module.css'
import dialogCss from './ShareDialog.module.css'
import { toAvatarName } from './MemberName.tsx'
import { ShareButtons } from './ShareButtons.tsx'

const maxAvatars = 5

/** Shows the address of a collection after its permissions were saved. */
export function ShareDone({
  collection,
  permissions,
  onEdit,
  onClose,
}: {
  collection: Pick<Collection, '_id' | 'name' | 'is_root'>
  permissions: Permissions
  onEdit: () => void
  onClose: () => void
}) {
  const { data: shortAddress } = useShortAddress({ folder_id: collection._id })
  const { publicThrough, people, invited } = computeEffectiveAccess(permissions)
  const writers = people.filter(each => each.type === 'write')
  const address = `${location.origin}/c/${collection._id}`
  const isOpen = publicThrough !== null || people.length + invited > 0
  const line =
    publicThrough === 'here'
      ? texts.sharedAnyone
      : publicThrough
        ? texts.sharedThrough(toDisplayName(publicThrough.name))
        : isOpen
          ? texts.sharedTeam
          : texts.sharedNobody
  return (
    <Dialog
      title={isOpen ? texts.sharedTitle : texts.sharedNobodyTitle}
      onClose={onClose}
      footerStart={
        <Button variant="ghost" icon={IconArrowLeft} onClick={onEdit}>
          {texts.edit}
        </Button>
      }
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <p className={dialogCss.intro}>{line}</p>
      <div className={dialogCss.result}>
        <CopyAddress label={texts.address} address={address} />
        {people.length + invited > 0 && (
          <div className={css.avatars}>
            {people.slice(0, maxAvatars).map(each => (
              <Avatar key={each._id} name={toAvatarName(each)} />
            ))}
            <span className={css.count}>{texts.people(people.length, writers.length, invited)}</span>
          </div>
        )}
        {publicThrough && (
          <ShareButtons address={shortAddress ?? address} title={formatCollectionName(collection)} />
        )}
      </div>
    </Dialog>
  )
}
