import type { Collection } from '@nestmark/contract/shapes'
import { listPeopleWithAccess } from '@nestmark/contract/sharing/share'
import { ownershipTransferTexts } from '@nestmark/texts/sharing/ownershipTransfer'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconArrowLeft, IconMail, IconWorld } from '../../../ui/icons.ts'
import { SkeletonBox, LoadingState } from '../../../ui/progress/Skeleton.tsx'
import { toDisplayName } from '../../collections/data.ts'
import { useOperation } from '../../../lib/api/operations.ts'
import type { Member } from '../data.ts'
import { ShareLoadError } from '../dialog/ShareLoadError.tsx'
import listCss from './MemberList.module.css'
import { MemberName, toAvatarName } from './MemberName.tsx'

const rights = { owner: texts.owner, write: texts.canWrite, read: texts.canRead }

/** Lists everyone who may open a collection, each with the collection that grants the access. */
export function PeopleWithAccess({
  collection,
  onTransfer,
  onBack,
  onClose,
}: {
  collection: Pick<Collection, '_id'>
  onTransfer: ((to: Member) => void) | undefined
  onBack: () => void
  onClose: () => void
}) {
  const { data, error, refetch } = useOperation(
    listPeopleWithAccess,
    { folder_id: collection._id },
    { quiet: true },
  )
  const formatAccessSource = (through: { _id: string; name: string }) =>
    through._id === collection._id ? texts.directly : texts.through(toDisplayName(through.name))
  return (
    <Dialog
      title={texts.who}
      size={520}
      onClose={onClose}
      onEscape={onBack}
      footerStart={
        <Button variant="ghost" icon={IconArrowLeft} onClick={onBack}>
          {texts.back}
        </Button>
      }
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <p className="t2">{texts.whoLine}</p>
      {error && !data && <ShareLoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <LoadingState text={texts.lookingWho}>
          {[0, 1, 2].map(nth => (
            <SkeletonBox key={nth} style={{ height: 24, marginBottom: 10 }} />
          ))}
        </LoadingState>
      )}
      <ul className={listCss.list}>
        {data?.public_through && (
          <li className={`row g10 ${listCss.member}`}>
            <IconWorld className="i s24" />
            <span className={`grow ${listCss.name}`}>
              <span className="w540 block">{texts.anyoneThrough}</span>
              <span className="text12 t3 block">{formatAccessSource(data.public_through)}</span>
            </span>
            <span className={`t3 rigid f12 ${listCss.role}`}>{texts.canRead}</span>
          </li>
        )}
        {data?.people.map(person => (
          <li key={person._id} className={`row g10 ${listCss.member}`}>
            <Avatar name={toAvatarName(person)} />
            <MemberName
              member={person}
              notes={person.type === 'owner' ? [] : [formatAccessSource(person.through)]}
            />
            <span className={`t3 rigid f12 ${listCss.role}`}>{rights[person.type]}</span>
            {onTransfer && person.type !== 'owner' && (
              <Button
                size="sm"
                variant="ghost"
                className={listCss.transferButton}
                aria-label={ownershipTransferTexts.transferTo(person.email)}
                onClick={() => onTransfer(person)}
              >
                {ownershipTransferTexts.transfer}
              </Button>
            )}
          </li>
        ))}
        {data?.invited.map(({ _id, email, type, through }) => (
          <li key={_id} className={`row g10 ${listCss.member}`}>
            <IconMail className="i s24" />
            <MemberName
              member={{ _id, email }}
              notes={[through._id === collection._id ? texts.invitedHere : formatAccessSource(through)]}
            />
            <span className={`t3 rigid f12 ${listCss.role}`}>{texts.rightAfterSignUp[type]}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
