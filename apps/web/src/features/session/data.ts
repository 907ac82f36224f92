import {
  changeTheme,
  getUserData,
  logout,
  updateAnnouncements,
  type Theme,
  type UserData,
  updateView,
} from '@nestmark/contract/session'
import { outboxTexts } from '@nestmark/texts/outbox'
import { useEffect, useMemo, useRef } from 'react'
import { client, isUnreachable } from '../../lib/api/client.ts'
import { operationKey, useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { clearQueue, readQueue } from '../../lib/outbox/queue.ts'
import { setTheme } from '../../lib/browser/scheme.ts'
import { stored } from '../../lib/browser/storage.ts'
import { createStore } from '../../lib/store.ts'
import { token, hashSession, useToken } from '../../lib/browser/token.ts'
import type { SignInPage } from './signIn.ts'

type View = UserData['view']
const meKey = operationKey(getUserData, {})
const defaultView: View = { links: 1, folders: 4 }

/** Returns the signed-in user; undefined for visitors and while the answer is loading. */
export function useMe(): UserData | undefined {
  const bearer = useToken()
  const { data, error } = useOperation(
    getUserData,
    {},
    { enabled: bearer !== null, staleTime: 60_000, alwaysToast: true },
  )
  const isOffline = data === undefined && isUnreachable(error)
  const last = useMemo(() => (isOffline ? readStoredUser() : undefined), [isOffline])
  return bearer === null ? undefined : (data ?? last)
}

/** Returns how a person is called, by what is known; '' while it is not. */
export const toPersonName = (me: UserData | undefined): string => me?.name || me?.username || me?.email || ''

/** Returns the stored data of the user. A new window has no other data without a connection. */
function readStoredUser(): UserData | undefined {
  if (stored.get('user_of') !== hashSession()) return undefined
  return stored.read<UserData>('user') ?? undefined
}

/** Updates the cached user, where the page knows the result of a mutation before the server answers. */
export function patchMe(change: (me: UserData) => UserData): void {
  queryClient.setQueryData<UserData>(meKey, me => me && change(me))
}

/** Stores the user's data in local storage, as the specification requires. */
export function useStoreUser(): void {
  const me = useMe()
  const last = useRef(stored.read<UserData>('user'))
  useEffect(() => {
    if (!me) return
    stored.set('me_id', me.user_id)
    keyRing.setPerson(me.user_id)
    stored.set('email', me.email)
    stored.set('parent', me.root_folder)
    stored.write('view', me.view)
    stored.write('user', me)
    stored.set('user_of', hashSession() ?? '')
    stored.write('favourites', { links: me.favourite_links, folders: me.favourite_folders })
    if (me.clipboard_access !== null) stored.set('clipboard_access', String(me.clipboard_access))
    // The page already shows the user's own choice. An older answer would revert it briefly.
    if (pendingThemeChanges > 0) return
    const before = last.current?.user_id === me.user_id ? last.current.theme : undefined
    last.current = me
    // It was chosen on another device. Light is also the default, so at first the system's scheme applies
    // there.
    const isChosenElsewhere =
      before === undefined ? stored.get('theme') === null && me.theme !== 0 : before !== me.theme
    if (isChosenElsewhere) setTheme(me.theme)
  }, [me])
}

/**
 * Returns how links and collections are shown, and a function that changes it: on the page immediately, then on the
 * server.
 */
export function useView(): { view: View; setView: (change: Partial<View>) => void } {
  const me = useMe()
  const view = me?.view ?? stored.read<View>('view') ?? defaultView
  const update = useOperationMutation(updateView, {
    inOrder: true,
    optimistic: ({ view: next }) => {
      const before = me?.view
      patchMe(now => ({ ...now, view: next }))
      stored.write('view', next)
      return () => before && patchMe(now => ({ ...now, view: before }))
    },
  })
  return { view, setView: change => update.mutate({ view: { ...view, ...change } }) }
}

/** The number of theme changes that the server has not answered yet. */
let pendingThemeChanges = 0

/** Returns a function that changes the theme: on the page immediately, then on the server. */
export function useChangeTheme(): (next: Theme) => void {
  const answered = () => void pendingThemeChanges--
  const change = useOperationMutation(changeTheme, {
    inOrder: true,
    onSuccess: answered,
    onError: answered,
  })
  return next => {
    setTheme(next)
    if (!token.get()) return
    pendingThemeChanges++
    change.mutate({ theme: next })
  }
}

/**
 * Returns whether an announcement is shown, and functions that dismiss it or another one, or show it again: on the
 * page immediately, then on the server.
 */
export function useUpdateAnnouncements(name: string): {
  listed: boolean
  dismiss: () => void
  dismissOther: (other: string) => void
  restore: () => void
} {
  const me = useMe()
  const update = useOperationMutation(updateAnnouncements, {
    optimistic: ({ announcement, restore }) => {
      const before = me?.announcements
      patchMe(now => {
        const others = now.announcements.filter(each => each !== announcement)
        return { ...now, announcements: restore ? [...others, announcement] : others }
      })
      return () => before && patchMe(now => ({ ...now, announcements: before }))
    },
  })
  return {
    listed: me?.announcements.includes(name) ?? false,
    dismiss: () => update.mutate({ announcement: name }),
    dismissOther: announcement => update.mutate({ announcement }),
    restore: () => update.mutate({ announcement: name, restore: true }),
  }
}

/** Deletes the user's data in this browser, without a call to the server. */
export function clearSession(): void {
  stored.clear()
  token.remove()
  queryClient.clear()
}

/** True after the account was deleted in this window: its page waits for the user instead of asking for a sign-in. */
export const accountDeleted = createStore(false)

/** Deletes the session's data from this browser after the account was deleted. */
export function endDeletedSession(): void {
  accountDeleted.set(true)
  clearQueue()
  clearSession()
}

/**
 * Ends the session on the server and in this browser, and opens the sign-in site. Asks for confirmation if
 * mutations are queued.
 */
export async function signOut(): Promise<void> {
  const unsent = readQueue().length
  if (unsent === 0) return endSession()
  openOverlay('confirm', {
    title: outboxTexts.leaveAsk(unsent),
    body: outboxTexts.leaveLine,
    confirm: outboxTexts.leave,
    danger: true,
    run: endSession,
  })
}

/** Opens a page of the sign-in site, which returns here. Its code is loaded when a session ends. */
export async function goToSignIn(page: SignInPage, back?: string): Promise<void> {
  const signIn = await import('./signIn.ts')
  await signIn.goToSignIn(page, back)
}

async function endSession(): Promise<void> {
  clearQueue()
  // If the server is unreachable, the session still ends in this browser.
  await client.call(logout, {}).catch(() => undefined)
  clearSession()
  await goToSignIn('login')
}
