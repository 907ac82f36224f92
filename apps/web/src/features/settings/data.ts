import { checkUsername, deleteAccount, readProfile, updateUserDetails } from '@nestmark/contract/accounts'
import { addKey, deleteKey, getAllKeys } from '@nestmark/contract/apiKeys'
import {
  clipboardAccess,
  getStorage,
  updateDigest,
  updateLinksLoad,
  type UserData,
} from '@nestmark/contract/session'
import { settingsTexts as texts } from '@nestmark/texts/settings'
import { useDeferredValue } from 'react'
import { useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { stored } from '../../lib/storage.ts'
import { toast } from '../../lib/toasts.ts'
import { patchMe, useMe } from '../session/data.ts'

export const useProfile = () => useOperation(readProfile, {})
export const useStorage = () => useOperation(getStorage, {})
export const useKeys = () => useOperation(getAllKeys, {})
export const useDeleteKey = () =>
  useOperationMutation(deleteKey, { onSuccess: () => toast({ title: texts.keyDeleted }) })
export const useRenameKey = () =>
  useOperationMutation(addKey, { onSuccess: () => toast({ title: texts.renamed }) })
export const useDeleteAccount = (onDone: () => void) =>
  useOperationMutation(deleteAccount, { onSuccess: onDone })

/** Whether a username can be had, from four characters on and unless it is one's own. */
export function useUsername(username: string, own: string): boolean | undefined {
  const asked = useDeferredValue(username.trim())
  const { data } = useOperation(
    checkUsername,
    { username: asked },
    { enabled: asked.length >= 4 && asked !== own, staleTime: 10_000, quiet: true },
  )
  return asked.length >= 4 && asked !== own ? data?.available : undefined
}

export const useSaveProfile = (onError: (field: string, sentence: string) => void) =>
  useOperationMutation(updateUserDetails, {
    quiet: true,
    onSuccess: () => toast({ title: texts.saved }),
    onError: ({ code, message }) => onError(code.includes('username') ? 'username' : 'name', message),
  })

/** A preference of the person: here at once, on the server afterwards, taken back when it refuses. */
function usePreference<Key extends 'load_links' | 'clipboard_access' | 'mail_digest'>(key: Key) {
  const me = useMe()
  return (value: UserData[Key]) => {
    const before = me?.[key]
    patchMe(now => ({ ...now, [key]: value }))
    return () => patchMe(now => ({ ...now, [key]: before }))
  }
}

/** Sets when players are loaded: 1 on click, 2 on hover. */
export function useLinksLoad() {
  const show = usePreference('load_links')
  return useOperationMutation(updateLinksLoad, { optimistic: ({ load_links }) => show(load_links) })
}

/** Sets whether a daily mail tells what is unread. */
export function useDigest() {
  const show = usePreference('mail_digest')
  return useOperationMutation(updateDigest, { optimistic: ({ mail_digest }) => show(mail_digest) })
}

/** Sets whether copied addresses are offered. */
export function useClipboardChoice() {
  const show = usePreference('clipboard_access')
  return useOperationMutation(clipboardAccess, {
    optimistic: ({ clipboard_access }) => {
      stored.set('clipboard_access', String(clipboard_access))
      return show(clipboard_access)
    },
  })
}
