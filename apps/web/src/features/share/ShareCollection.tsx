import { shareTexts as texts } from '@nestmark/texts/share'
import { useState } from 'react'
import type { Overlays } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { SkeletonBox, LoadingState } from '../../ui/Skeleton.tsx'
import { formatCollectionName } from '../collections/data.ts'
import { type Member, type Permissions, usePermissions, useSetPermissions } from './data.ts'
import { OfferOwnership, PendingOffer } from './OfferOwnership.tsx'
import { ShareLoadError } from './ShareLoadError.tsx'
import { ShareDone } from './ShareDone.tsx'
import { diffPermissions } from './permissions.ts'
import { ShareForm } from './ShareForm.tsx'
import { WhoCanSee } from './WhoCanSee.tsx'

type Props = Overlays['shareCollection'] & { onClose: () => void }

/**
 * Edits who may read and write a collection, then shows its address. A separate step lists everybody with access, and
 * why.
 */
export default function ShareCollection({ collection, onClose }: Props) {
  const { data, error, refetch } = usePermissions(collection._id)
  const title = texts.shareOf(formatCollectionName(collection))
  if (data) return <ShareSteps collection={collection} title={title} saved={data} onClose={onClose} />
  return (
    <Dialog title={title} size={520} onClose={onClose}>
      {error ? (
        <ShareLoadError error={error} onRetry={refetch} />
      ) : (
        <LoadingState text={texts.lookingWho}>
          {[0, 1, 2].map(nth => (
            <SkeletonBox key={nth} style={{ height: 52, borderRadius: 10, marginBottom: 8 }} />
          ))}
        </LoadingState>
      )}
    </Dialog>
  )
}

function ShareSteps({ collection, title, saved, onClose }: Props & { title: string; saved: Permissions }) {
  const [chosen, setChosen] = useState(saved)
  const [step, setStep] = useState<'choose' | 'done' | 'who'>('choose')
  const [newOwner, setNewOwner] = useState<Member | null>(null)
  const submit = useSetPermissions(() => {
    const others = chosen.read === 1 || chosen.write === 1
    toast({ title: chosen.read === 3 ? texts.public : others ? texts.shared : texts.private })
    setStep('done')
  })
  if (step === 'done')
    return (
      <ShareDone
        collection={collection}
        permissions={chosen}
        onEdit={() => setStep('choose')}
        onClose={onClose}
      />
    )
  if (newOwner)
    return (
      <OfferOwnership
        collection={collection}
        to={newOwner}
        onBack={() => setNewOwner(null)}
        onClose={onClose}
      />
    )
  const onTransfer = collection.can.move ? setNewOwner : undefined
  if (step === 'who')
    return (
      <WhoCanSee
        collection={collection}
        onTransfer={onTransfer}
        onBack={() => setStep('choose')}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={title}
      size={520}
      onClose={onClose}
      footerStart={
        <Button variant="ghost" onClick={() => setStep('who')}>
          {texts.who}
        </Button>
      }
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant="primary"
            disabled={submit.isPending}
            onClick={() => submit.mutate({ folder_id: collection._id, ...diffPermissions(saved, chosen) })}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <PendingOffer collection={collection} />
      <ShareForm value={chosen} before={saved} onChange={setChosen} onTransfer={onTransfer} />
      {submit.error && <FieldError>{submit.error.message}</FieldError>}
    </Dialog>
  )
}
