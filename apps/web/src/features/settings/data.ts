import type { Output } from '@nestmark/contract/operation'
import {
  checkUsername,
  countAccount,
  deleteAccount,
  readProfile,
  updateUserDetails,
} from '@nestmark/contract/accounts'
import { updateKeepCopies } from '@nestmark/contract/reading/copies'
import { addKey, deleteKey, listKeys } from '@nestmark/contract/apiKeys'
import {
  clipboardAccess,
  getStorage,
  updateDigest,
  updateLinksLoad,
  type UserData,
} from '@nestmark/contract/session'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { useDeferredValue } from 'react'
import type { Refusal } from '../../lib/api/client.ts'
import { useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { stored } from '../../lib/browser/storage.ts'
import { toast } from '../../lib/toasts.ts'
import { patchMe, useMe } from '../session/data.ts'

export const useProfile = () => useOperation(readProfile, {})
export const useStorage = () => useOperation(getStorage, {})
export const useKeys = () => useOperation(listKeys, {})
export const useDeleteKey = () =>
  useOperationMutation(deleteKey, { onSuccess: () => toast({ title: texts.keyDeleted }) })
export const useRenameKey = () =>
  useOperationMutation(addKey, { onSuccess: () => toast({ title: texts.renamed }) })
/**
 * Reads what the deletion of the account would delete, and how to confirm it: again every four minutes, because the
 * challenge of a passkey is valid for five.
 */
export const useAccountContents = () =>
  useOperation(countAccount, {}, { quiet: true, staleTime: 0, refetchMs: 4 * 60_000 })

export const useDeleteAccount = (on: { onSuccess: () => void; onError: (refusal: Refusal) => void }) =>
  useOperationMutation(deleteAccount, { quiet: true, ...on })

export type Profile = Output<typeof readProfile>

/** Returns whether a username is available; undefined below four characters and for the user's own name. */
export function useUsername(username: string, own: string): boolean | undefined {
  const candidate = useDeferredValue(username.trim())
  const { data } = useOperation(
    checkUsername,
    { username: candidate },
    { enabled: candidate.length >= 4 && candidate !== own, staleTime: 10_000, quiet: true },
  )
  return candidate.length >= 4 && candidate !== own ? data?.available : undefined
}

export const useUpdateUserDetails = (onError: (field: string, message: string) => void) =>
  useOperationMutation(updateUserDetails, {
    quiet: true,
    onSuccess: () => toast({ title: texts.saved }),
    onError: ({ code, message }) => onError(code.includes('username') ? 'username' : 'name', message),
  })

/** Returns a function that sets a preference in the cached user and returns its rollback. */
function usePreference<Key extends 'load_links' | 'clipboard_access' | 'mail_digest' | 'keep_copies'>(
  key: Key,
) {
  const me = useMe()
  return (value: UserData[Key]) => {
    const before = me?.[key]
    patchMe(now => ({ ...now, [key]: value }))
    return () => patchMe(now => ({ ...now, [key]: before }))
  }
}

/** Sets when players are loaded: 1 on click, 2 on hover. */
export function useUpdateLinksLoad() {
  const setPreference = usePreference('load_links')
  return useOperationMutation(updateLinksLoad, { optimistic: ({ load_links }) => setPreference(load_links) })
}

/** Sets whether a daily email lists unread notifications. */
export function useUpdateDigest() {
  const setPreference = usePreference('mail_digest')
  return useOperationMutation(updateDigest, { optimistic: ({ mail_digest }) => setPreference(mail_digest) })
}

/** Sets which copies are stored of the pages of the user's links. */
export function useUpdateKeepCopies() {
  const setPreference = usePreference('keep_copies')
  return useOperationMutation(updateKeepCopies, {
    optimistic: ({ keep_copies }) => setPreference(keep_copies),
  })
}

/** Sets whether copied addresses are offered. */
export function useClipboardAccess() {
  const setPreference = usePreference('clipboard_access')
  return useOperationMutation(clipboardAccess, {
    optimistic: ({ clipboard_access }) => {
      stored.set('clipboard_access', String(clipboard_access))
      return setPreference(clipboard_access)
    },
  })
}
