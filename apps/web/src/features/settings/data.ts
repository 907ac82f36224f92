import type { Input, Output } from '@nestmark/contract/operation'
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

const preferences = {
  /** When players are loaded: 1 on click, 2 on hover. */
  load_links: updateLinksLoad,
  /** Whether a daily email lists unread notifications. */
  mail_digest: updateDigest,
  /** Which copies are stored of the pages of the user's links. */
  keep_copies: updateKeepCopies,
  /** Whether copied addresses are offered. */
  clipboard_access: clipboardAccess,
}
type Preferences = typeof preferences

/** Returns a preference, and a function that sets it: on the page immediately, then on the server. */
export function usePreference<Key extends keyof Preferences>(
  key: Key,
): [value: UserData[Key] | undefined, set: (value: NonNullable<UserData[Key]>) => void] {
  const me = useMe()
  const update = useOperationMutation<Preferences[Key]>(preferences[key], {
    optimistic: input => {
      const before = me?.[key]
      if (key === 'clipboard_access') stored.set(key, String((input as Pick<UserData, Key>)[key]))
      patchMe(now => ({ ...now, ...input }))
      return () => patchMe(now => ({ ...now, [key]: before }))
    },
  })
  return [me?.[key], value => update.mutate({ [key]: value } as Input<Preferences[Key]>)]
}
