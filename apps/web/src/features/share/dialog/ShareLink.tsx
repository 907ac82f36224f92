import type { Link } from '@nestmark/contract/shapes'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { SkeletonBox } from '../../../ui/progress/Skeleton.tsx'
import { formatTitle } from '../../links/linkDisplay.ts'
import { useLink, useOtherViewers } from '../../links/detail/singleLinkData.ts'
import { useMe } from '../../session/data.ts'
import { CopyAddress } from '../address/CopyAddress.tsx'
import { useMakeLinkPublic, useShortAddress } from '../data.ts'
import { CheckboxLine } from './CheckboxLine.tsx'
import dialogCss from './ShareDialog.module.css'
import { ShareButtons } from './ShareButtons.tsx'

type Props = { link: Link; onClose: () => void }

/** Makes one link public or private, and shows its short address while it is public. */
export default function ShareLink({ link: initialLink, onClose }: Props) {
  const { link = initialLink } = useLink(initialLink._id)
  const { data: address, error } = useShortAddress({ link_id: initialLink._id })
  const publish = useMakeLinkPublic()
  const isPublic = link.is_public === 1
  const isInRoot = link.parent === useMe()?.root_folder
  // Who can see it even when it is not public by itself.
  const viewers = useOtherViewers({ ...link, is_public: 0 }, isInRoot)
  return (
    <Dialog
      title={texts.shareOf(formatTitle(link))}
      size={520}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <CheckboxLine
        label={texts.publicLink}
        line={link.enc === 1 ? encryptionTexts.notPublic : texts.publicLinkLine}
        checked={isPublic}
        disabled={link.enc === 1}
        onChange={() => publish.mutate({ link_id: link._id, is_public: isPublic ? 0 : 1 })}
      />
      {viewers !== undefined && viewers !== 0 && (
        <p className="t2">
          {viewers === 'anyone' ? texts.linkPublicByCollection : texts.linkSharedByCollection(viewers)}
        </p>
      )}
      {error && <FieldError>{error.message}</FieldError>}
      {isPublic && (
        <div className={`stack ${dialogCss.result}`}>
          {address ? (
            <>
              <CopyAddress label={texts.short} address={address} />
              <ShareButtons address={address} title={formatTitle(link)} />
            </>
          ) : (
            !error && <SkeletonBox style={{ height: 38, borderRadius: 8 }} />
          )}
        </div>
      )}
    </Dialog>
  )
}
