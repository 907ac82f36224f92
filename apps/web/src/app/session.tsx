import { sessionTexts } from '@nestmark/texts/session'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useRememberTree } from '../features/collections/data.ts'
import { forgetSession, useMe, useRememberMe } from '../features/session/data.ts'
import { goToSignIn } from '../features/session/signIn.ts'
import { claimStored } from '../features/suggestions/claims.ts'
import { onSessionEnd } from '../lib/api/queryClient.ts'
import { startLiveUpdates } from '../lib/liveUpdates/live.ts'
import { sendQueue } from '../lib/outbox/send.ts'
import { toast } from '../lib/toasts.ts'
import { token, useToken } from '../lib/token.ts'
import { PageWaiting } from '../ui/PageWaiting.tsx'

/** How long 'Token Expired' stands before the page leaves, so that it can be read. */
const readingTime = 1200
let endedAt = 0

/** Marks the body while somebody is signed in, remembers them, and ends their session when the server does. */
export function SessionKeeper() {
  const bearer = useToken()
  const { pathname } = useLocation()
  useRememberMe()
  useRememberTree()
  // Everywhere but on a collection, which visitors may see too (specification 1, section 4).
  const mustSignIn = bearer === null && token.hasEnded() && !pathname.startsWith('/c/')
  useEffect(() => {
    if (mustSignIn) void goToSignIn('login', pathname)
  }, [mustSignIn, pathname])
  useEffect(() => {
    document.body.classList.toggle('logged-in', bearer !== null)
  }, [bearer])
  const me = useMe()?.user_id
  useEffect(() => {
    // What waited when the window was closed, or when the session ran out.
    if (bearer === null || me === undefined) return
    void sendQueue()
    void claimStored()
  }, [bearer, me])
  useEffect(() => (bearer === null ? undefined : startLiveUpdates(bearer)), [bearer])
  useEffect(
    () =>
      onSessionEnd(() => {
        // Several calls may be refused at once; one sentence is enough.
        if (token.get() === null) return
        endedAt = Date.now()
        forgetSession()
        toast({ tone: 'danger', title: sessionTexts.expired })
      }),
    [],
  )
  return null
}

/** Lets only signed-in people through; others leave for the sign-in site and come back here. */
export function RequireSession() {
  const bearer = useToken()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (bearer !== null) return
    const wait = setTimeout(
      () => void goToSignIn('login', pathname + search),
      Date.now() - endedAt < readingTime ? readingTime : 0,
    )
    return () => clearTimeout(wait)
  }, [bearer, pathname, search])
  return bearer === null ? <PageWaiting text={sessionTexts.leaving} /> : <Outlet />
}
