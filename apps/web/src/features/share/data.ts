import {
  cancelInvitation,
  getPermissions,
  inviteMember,
  makeLinkPublic,
  type Member,
  leaveCollection,
  resendInvitation,
  createShortLink,
  shareLink,
} from '@nestmark/contract/sharing/share'
import type { Output } from '@nestmark/contract/operation'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { useQuery } from '@tanstack/react-query'
import { client, type Refusal } from '../../lib/api/client.ts'
import { useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { isEmailSent } from '../../lib/serverSetting.ts'
import { toast } from '../../lib/toasts.ts'
import { patchLinks } from '../links/data.ts'

export type { Member }
export type Permissions = Output<typeof getPermissions>

/** Reads the permissions that are set on the collection itself. */
export function usePermissions(folder_id: string) {
  return useOperation(getPermissions, { folder_id }, { quiet: true })
}

const toastInvitation = () =>
  void toast({ title: isEmailSent() ? texts.invitationSent : texts.invitationWritten })

export const useInviteMember = (onDone: () => void) =>
  useOperationMutation(inviteMember, {
    onSuccess: () => {
      toastInvitation()
      onDone()
    },
  })
export const useResendInvitation = () =>
  useOperationMutation(resendInvitation, { onSuccess: toastInvitation })
export const useCancelInvitation = () =>
  useOperationMutation(cancelInvitation, { onSuccess: () => toast({ title: texts.invitationCancelled }) })

/** Returns the short address of a link or collection. The server creates it on the first request. */
export function useShortAddress(target: { link_id: string } | { folder_id: string }) {
  return useQuery<string, Refusal>({
    queryKey: ['short-address', target],
    queryFn: async () =>
      (await ('link_id' in target ? client.call(shareLink, target) : client.call(createShortLink, target)))
        .short_link,
    staleTime: Infinity,
  })
}

/** Makes a link public or private. The cache is updated immediately. */
export function useMakeLinkPublic() {
  return useOperationMutation(makeLinkPublic, {
    optimistic: ({ link_id, is_public }) => {
      patchLinks(link_id, { is_public })
      return () => patchLinks(link_id, { is_public: is_public ? 0 : 1 })
    },
    onSuccess: ({ is_public }) => toast({ title: is_public ? texts.linkPublic : texts.linkPrivate }),
  })
}

/** Leaves a collection that another user shares. */
export const useLeaveCollection = () =>
  useOperationMutation(leaveCollection, { onSuccess: () => toast({ title: texts.left }) })
