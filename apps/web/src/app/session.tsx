import { sessionTexts } from '@nestmark/texts/accounts/session'
import { useEffect } from 'react'
import { useLocation } from '../lib/router/location.ts'
import { Outlet } from '../lib/router/routes.tsx'
import { accountDeleted, clearSession, goToSignIn, useStoreUser } from '../features/session/data.ts'
import { onSessionEnd } from '../lib/api/queryClient.ts'
import { useStore } from '../lib/store.ts'
import { toast } from '../lib/toasts.ts'
import { token, useToken } from '../lib/browser/token.ts'
import { PageLoading } from '../ui/progress/PageLoading.tsx'
import { background } from './parts/background.ts'
import { settled, useSettle } from './shell/settled.ts'

const SessionTasks = background('SessionTasks')

/** How long 'Token Expired' is shown before the redirect, in milliseconds. */
const noticeDuration = 1200
let endedAt = 0

/**
 * Manages the session: marks the body while a user is signed in, stores the user's data, and ends the session when the
 * server does.
 */
export function SessionManager() {
  const bearer = useToken()
  const { pathname } = useLocation()
  useStoreUser()
  useSettle()
  const isSettled = useStore(settled)
  // Everywhere except on a collection, which visitors may see too (specification 1, section 4).
  const mustSignIn = bearer === null && token.hasEnded() && !pathname.startsWith('/c/')
  useEffect(() => {
    if (mustSignIn) void goToSignIn('login', pathname)
  }, [mustSignIn, pathname])
  useEffect(() => {
    document.body.classList.toggle('logged-in', bearer !== null)
  }, [bearer])
  useEffect(
    () =>
      onSessionEnd(() => {
        // Several calls may be refused at the same time; one toast is enough.
        if (token.get() === null) return
        endedAt = Date.now()
        clearSession()
        toast({ tone: 'danger', title: sessionTexts.expired })
      }),
    [],
  )
  return isSettled && bearer !== null && <SessionTasks key={bearer} token={bearer} />
}

/** Renders the page for signed-in users. Redirects visitors to the sign-in site, which returns them here. */
export function RequireSession() {
  const bearer = useToken()
  const isDeleted = useStore(accountDeleted)
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (bearer !== null || isDeleted) return
    const timer = setTimeout(
      () => void goToSignIn('login', pathname + search),
      Date.now() - endedAt < noticeDuration ? noticeDuration : 0,
    )
    return () => clearTimeout(timer)
  }, [bearer, isDeleted, pathname, search])
  // The dialog with the message covers the page.
  if (isDeleted)
    return (
      <main>
        <h1 className="sr">{sessionTexts.deleted}</h1>
      </main>
    )
  return bearer === null ? <PageLoading text={sessionTexts.leaving} /> : <Outlet />
}
