import { getPermissions, removeMember, setMemberRole, setPermissions } from '@nestmark/contract/sharing/share'
import { memberKeysTexts } from '@nestmark/texts/encryption/memberKeys'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import type { Dispatch, SetStateAction } from 'react'
import { client } from '../../../lib/api/client.ts'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { showError } from '../../../lib/api/showError.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { type Toast, toast } from '../../../lib/toasts.ts'
import type { Member, Permissions } from '../data.ts'
import {
  diffPermissions,
  mergePermissions,
  roleOf,
  type MemberRole,
  setMemberRole as withRole,
  withoutSavedMember,
} from '../dialog/permissions.ts'

/** How long a new key is offered, in milliseconds. */
const newKeyDuration = 20_000

/**
 * Changes and removes saved members immediately, and allows people who asked for access to read, each with a toast
 * that undoes it. A refused change is reverted in the dialog, and a toast shows the reason.
 */
export function useMemberChanges(
  folder_id: string,
  saved: Permissions,
  setChosen: Dispatch<SetStateAction<Permissions>>,
): {
  setRole: (member: Member, role: MemberRole) => void
  remove: (member: Member) => void
  allow: (person: Member) => void
} {
  const role = useOperationMutation(setMemberRole, { inOrder: true })
  const removal = useOperationMutation(removeMember, { inOrder: true })
  const addition = useOperationMutation(setPermissions, { inOrder: true })
  const apply = (
    member: Member,
    after: Permissions,
    title: string,
    more: () => Partial<Toast> = () => ({}),
  ) => {
    setChosen(now => mergePermissions(now, saved, after))
    return {
      onSuccess: () =>
        toast({
          title,
          ...more(),
          undo: () => void undoChange(folder_id, member, after, saved),
        }),
      onError: () => setChosen(now => mergePermissions(now, after, saved)),
    }
  }
  return {
    setRole: (member, type) =>
      role.mutate(
        { folder_id, person_id: member._id, type },
        apply(member, withRole(saved, member, type), texts.roleChanged(member.email, type)),
      ),
    remove: member =>
      removal.mutate(
        { folder_id, person_id: member._id },
        apply(member, withoutSavedMember(saved, member), texts.memberRemoved(member.email), () =>
          offerNewKey(folder_id),
        ),
      ),
    allow: person => {
      const after = withRole(saved, person, 'read')
      addition.mutate(
        { folder_id, ...diffPermissions(saved, after) },
        apply(person, after, texts.roleChanged(person.email, 'read')),
      )
    },
  }
}

/**
 * Offers a new key for an encrypted collection whose key is in this browser: a removed member may have the current
 * one.
 */
function offerNewKey(folder_id: string): Partial<Toast> {
  const key = keyRing.get().findLast(each => each.parent === folder_id)
  if (!key) return {}
  return {
    line: memberKeysTexts.mayHaveKey,
    moreActions: [
      {
        label: memberKeysTexts.newKey,
        run: () => openOverlay('newCollectionKey', { saved: key }),
      },
    ],
    duration: newKeyDuration,
  }
}

/** Reverts a change of one member, and shows their role now. Later changes remain. */
async function undoChange(
  folder_id: string,
  member: Member,
  after: Permissions,
  before: Permissions,
): Promise<void> {
  try {
    const current = await client.call(getPermissions, { folder_id })
    const restored = mergePermissions(current, after, before)
    await client.call(setPermissions, { folder_id, ...diffPermissions(current, restored) })
    const role = roleOf(restored, member)
    toast({ title: role ? texts.roleChanged(member.email, role) : texts.memberRemoved(member.email) })
  } catch (error) {
    showError(error)
  }
  void refresh(setMemberRole.touches)
}
