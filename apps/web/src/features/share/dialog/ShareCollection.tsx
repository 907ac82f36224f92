import type { Collection } from '@nestmark/contract/shapes'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { useRef, useState } from 'react'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { copyText } from '../../../lib/browser/copyText.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { IconLink } from '../../../ui/icons.ts'
import { Button, IconButton } from '../../../ui/fields/Button.tsx'
import { CancelButton } from '../../../ui/dialogs/CancelButton.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { AccessRequests } from '../members/AccessRequests.tsx'
import { SkeletonBox, LoadingState } from '../../../ui/progress/Skeleton.tsx'
import { formatCollectionName, toDisplayName } from '../../collections/data.ts'
import type { TypedMembers } from '../members/AddMember.tsx'
import { type Member, type Permissions, usePermissions } from '../data.ts'
import { OfferOwnership, PendingOffer } from '../ownership/OfferOwnership.tsx'
import { ShareLoadError } from './ShareLoadError.tsx'
import { ShareDone } from './ShareDone.tsx'
import { computeEffectiveAccess } from '../members/effectiveAccess.ts'
import { InheritedAccess } from '../members/InheritedAccess.tsx'
import { KeyNote } from '../members/KeyNote.tsx'
import {
  diffPermissions,
  findEmptyTeam,
  hasUnsavedChanges,
  isMember,
  listMemberIds,
  mergePermissions,
  setMemberRole,
} from './permissions.ts'
import { ShareForm } from './ShareForm.tsx'
import { saveParts, type UnsavedParts } from './unsavedParts.ts'
import { PeopleWithAccess } from '../members/PeopleWithAccess.tsx'
import { useMemberFocus } from '../members/useMemberFocus.ts'
import { useMemberChanges } from '../members/useMemberChanges.ts'

type Props = { collection: Collection; onClose: () => void }

/**
 * Edits who may read and write a collection, then shows its address. A separate step lists everyone with access,
 * and why.
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
  const [merged, setMerged] = useState(saved)
  if (merged !== saved) {
    // Menus, other pages and the undo button change the saved permissions while the dialog is open.
    setMerged(saved)
    setChosen(mergePermissions(chosen, merged, saved))
  }
  const [step, setStep] = useState<'choose' | 'done' | 'who'>('choose')
  const [newOwner, setNewOwner] = useState<Member | null>(null)
  const [problem, setProblem] = useState<string>()
  const typed = useRef<TypedMembers>(new Map())
  const unsaved = useRef<UnsavedParts>(new Map())
  const memberChanges = useMemberChanges(collection._id, saved, setChosen)
  const { place, keep: keepFocus } = useMemberFocus()
  const set = useOperationMutation(setPermissions, { quiet: true, onSuccess: () => setStep('done') })
  const current = withStoredAccess(chosen, saved)
  const submit = async () => {
    const { permissions: complete, isComplete } = await addTypedMembers(current, typed.current)
    setChosen(complete)
    if (!isComplete) return
    const empty = findEmptyTeam(complete)
    if (empty) return setProblem(texts.teamEmpty[empty])
    if (!(await saveParts(unsaved.current))) return
    set.mutate(
      { folder_id: collection._id, ...diffPermissions(saved, complete) },
      { onSuccess: () => toast({ title: describeResult(complete) }) },
    )
  }
  if (step === 'done')
    return (
      <ShareDone
        collection={collection}
        permissions={current}
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
      <PeopleWithAccess
        collection={collection}
        onTransfer={onTransfer}
        onBack={() => setStep('choose')}
        onClose={onClose}
      />
    )
  const close = () =>
    hasUnsavedChanges(saved, chosen) || unsaved.current.size > 0 ? confirmDiscard(onClose) : onClose()
  return (
    <Dialog
      title={title}
      size={520}
      onClose={close}
      onEscape={close}
      footerStart={
        <>
          <CopyLink collectionId={collection._id} />
          <Button variant="ghost" onClick={() => setStep('who')}>
            {texts.who}
          </Button>
        </>
      }
      footer={
        <>
          <CancelButton onClick={onClose} />
          <Button variant="primary" disabled={set.isPending} onClick={() => void submit()}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div ref={place} hidden />
      <PendingOffer collection={collection} />
      <InheritedAccess permissions={saved} onLeave={onClose} />
      <AccessRequests
        requests={saved.requests.filter(each => !isMember(chosen, each._id))}
        collectionId={collection._id}
        onDecline={person => keepFocus(person._id)}
        onAllow={person => {
          keepFocus(person._id)
          memberChanges.allow(person)
        }}
      />
      <ShareForm
        collectionId={collection._id}
        value={current}
        before={saved}
        typed={typed}
        unsaved={unsaved}
        savedMembers={{ ...memberChanges, ids: listMemberIds(saved), onTransfer, onFocus: keepFocus }}
        onChange={next => {
          setChosen(next)
          setProblem(undefined)
        }}
      />
      <KeyNote collection={collection} permissions={current} />
      {(problem ?? set.error) && <FieldError>{problem ?? set.error?.message}</FieldError>}
    </Dialog>
  )
}

/**
 * Returns the choices with what is stored apart from them: invitations are sent immediately, and other people change
 * the collections above.
 */
const withStoredAccess = (
  chosen: Permissions,
  { inherited, invited, invited_above }: Permissions,
): Permissions => ({
  ...chosen,
  inherited,
  invited,
  invited_above,
})

/** Asks for confirmation before the choices of the dialog are lost. */
const confirmDiscard = (run: () => void) =>
  openOverlay('confirm', {
    title: texts.discardTitle,
    body: texts.discardLine,
    confirm: texts.discard,
    danger: true,
    run,
  })

/** Returns the permissions with the addresses that are typed but not added, up to one that is refused. */
async function addTypedMembers(
  before: Permissions,
  typed: TypedMembers,
): Promise<{ permissions: Permissions; isComplete: boolean }> {
  let permissions = before
  // A field registers itself again whenever it is rendered.
  const fields = Array.from(typed)
  for (const [role, lookUp] of fields) {
    const { members, isComplete } = await lookUp()
    for (const member of members) permissions = setMemberRole(permissions, member, role)
    if (!isComplete) return { permissions, isComplete }
  }
  return { permissions, isComplete: true }
}

/** Returns a sentence about who can open the collection now. */
function describeResult(permissions: Permissions): string {
  const { publicThrough, people, invited } = computeEffectiveAccess(permissions)
  const [above] = permissions.inherited
  if (permissions.read === 0 && permissions.write === 0 && above)
    return texts.unchanged(toDisplayName(above.name))
  if (publicThrough) return publicThrough === 'here' ? texts.public : texts.shared
  if (people.length > 0) return texts.shared
  return invited.length > 0 ? texts.savedInvited : texts.private
}

/** Copies the address of a collection, before anything is changed. */
function CopyLink({ collectionId }: { collectionId: string }) {
  const phone = usePhone()
  const address = `${location.origin}/c/${collectionId}`
  const copy = () => void copyText(address, { ...texts, duration: 2000 })
  // On phones the other buttons need the width.
  if (phone) return <IconButton icon={IconLink} label={texts.copy} onClick={copy} />
  return (
    <Button variant="ghost" icon={IconLink} onClick={copy}>
      {texts.copy}
    </Button>
  )
}
