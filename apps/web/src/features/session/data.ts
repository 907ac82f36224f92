import {
  changeTheme,
  getUserData,
  logout,
  updateAnnouncements,
  type UserData,
  updateView,
} from '@nestmark/contract/session'
import { outboxTexts } from '@nestmark/texts/outbox'
import { useEffect, useMemo, useRef } from 'react'
import { client, isUnreachable } from '../../lib/api/client.ts'
import { operationKey, useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { clearQueue, readQueue } from '../../lib/outbox/queue.ts'
import { scheme, setScheme } from '../../lib/scheme.ts'
import { stored } from '../../lib/storage.ts'
import { token, hashSession, useToken } from '../../lib/token.ts'
import { goToSignIn } from './signIn.ts'

type View = UserData['view']
const meKey = operationKey(getUserData, {})
const defaultView: View = { links: 1, folders: 4 }

/** The signed-in person, or undefined for visitors and while the answer is on its way. */
export function useMe(): UserData | undefined {
  const bearer = useToken()
  const { data, error } = useOperation(
    getUserData,
    {},
    { enabled: bearer !== null, staleTime: 60_000, alwaysToast: true },
  )
  const away = data === undefined && isUnreachable(error)
  const last = useMemo(() => (away ? remembered() : undefined), [away])
  return bearer === null ? undefined : (data ?? last)
}

/** The person as they were last known in this browser: a new window has nothing else without the network. */
function remembered(): UserData | undefined {
  if (stored.get('user_of') !== hashSession()) return undefined
  return stored.read<UserData>('user') ?? undefined
}

/** Changes the cached person, where the page knows the outcome of a deed before the server says it. */
export function patchMe(change: (me: UserData) => UserData): void {
  queryClient.setQueryData<UserData>(meKey, me => me && change(me))
}

/** Keeps what the specification wants in the browser's storage up to date with the person. */
export function useRememberMe(): void {
  const me = useMe()
  const last = useRef(stored.read<UserData>('user'))
  useEffect(() => {
    if (!me) return
    stored.set('me_id', me.user_id)
    stored.set('email', me.email)
    stored.set('parent', me.root_folder)
    stored.write('view', me.view)
    stored.write('user', me)
    stored.set('user_of', hashSession() ?? '')
    stored.write('favourites', { links: me.favourite_links, folders: me.favourite_folders })
    if (me.clipboard_access !== null) stored.set('clipboard_access', String(me.clipboard_access))
    // One's own switch is shown already; an answer from before it would turn it back for a moment.
    if (switching > 0) return
    const before = last.current?.user_id === me.user_id ? last.current.theme : undefined
    last.current = me
    // It was chosen on another device. Light is also what nobody chose, so at first the system decides there.
    const chosen = before === undefined ? stored.get('theme') === null && me.theme === 1 : before !== me.theme
    if (chosen) setScheme(me.theme === 1 ? 'dark' : 'light')
  }, [me])
}

/** How links and collections are shown, and how to change it: here at once, on the server afterwards. */
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

/** How many switches of the scheme the server has not answered yet. */
let switching = 0

/** Switches light and dark. */
export function useSwitchScheme(): () => void {
  const answered = () => void switching--
  const change = useOperationMutation(changeTheme, { inOrder: true, onSuccess: answered, onError: answered })
  return () => {
    const next = scheme.get() === 'dark' ? 'light' : 'dark'
    setScheme(next)
    if (!token.get()) return
    switching++
    change.mutate({ theme: next === 'dark' ? 1 : 0 })
  }
}

/** Whether an announcement is still to be shown, and how to put it away: here at once, for good on the server. */
export function useAnnouncement(name: string): { listed: boolean; dismiss: () => void } {
  const me = useMe()
  const put = useOperationMutation(updateAnnouncements, {
    optimistic: ({ announcement }) => {
      const before = me?.announcements
      patchMe(now => ({ ...now, announcements: now.announcements.filter(each => each !== announcement) }))
      return () => before && patchMe(now => ({ ...now, announcements: before }))
    },
  })
  return {
    listed: me?.announcements.includes(name) ?? false,
    dismiss: () => put.mutate({ announcement: name }),
  }
}

/** Forgets the person in this browser, without a word to the server. */
export function forgetSession(): void {
  stored.clear()
  token.remove()
  queryClient.clear()
}

/** Ends the session on the server and here, and leaves for the sign-in site; asks first when something was not sent. */
export async function signOut(): Promise<void> {
  const unsent = readQueue().length
  if (unsent === 0) return leave()
  openOverlay('confirm', {
    title: outboxTexts.leaveAsk(unsent),
    body: outboxTexts.leaveLine,
    confirm: outboxTexts.leave,
    danger: true,
    run: leave,
  })
}

async function leave(): Promise<void> {
  clearQueue()
  // When the server cannot be reached the session still ends in this browser.
  await client.call(logout, {}).catch(() => undefined)
  forgetSession()
  await goToSignIn('login')
}
