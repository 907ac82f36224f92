import { randomText } from '@nestmark/client/randomKey'
import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { accountsUrl, createSignIn, goToSignIn, storeSignIn } from './signIn.ts'

/** The state that the embedded frame of the sign-in site reports for this browser. */
export interface LoginState {
  logged_in: boolean
  has_account: boolean
}

/** The last answer of the frame; null before it. The header has the frame, and the page shows the same state. */
const siteLogin = createStore<LoginState | null>(null)

/** Returns whether a user is signed in at the sign-in site, and not here. */
export const useSiteLogin = (): boolean => useStore(siteLogin)?.logged_in === true

interface TokenMessage extends LoginState {
  eventName: 'token'
  token: string
  nonce: string
}

function isTokenMessage(data: unknown): data is TokenMessage {
  const message = data as Partial<Record<keyof TokenMessage, unknown>> | null
  return (
    typeof message === 'object' &&
    message?.eventName === 'token' &&
    typeof message.has_account === 'boolean' &&
    typeof message.logged_in === 'boolean' &&
    typeof message.token === 'string' &&
    /^[\w.-]{0,200}$/.test(message.token) &&
    typeof message.nonce === 'string'
  )
}

/** How long the frame may take to answer before the sign-in site is opened instead, in milliseconds. */
const answerTimeout = 4_000

/**
 * Asks the embedded sign-in site whether a user is signed in there. Accepts only messages of its origin, from
 * this frame, with the nonce of the last request.
 * @returns the answer, null until then; `frame` for the iframe; `enter` opens the product with a code of the
 * sign-in site
 */
export function useAuthFrame() {
  const login = useStore(siteLogin)
  const frame = useRef<HTMLIFrameElement>(null)
  const pending = useRef<{ nonce: string; onAnswer: (message: TokenMessage) => void } | null>(null)
  const address = new URL(`${accountsUrl()}/frame`, location.origin)

  useEffect(() => {
    const origin = new URL(`${accountsUrl()}/frame`, location.origin).origin
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      if (!isTokenMessage(event.data) || event.data.nonce !== pending.current?.nonce) return
      const { onAnswer } = pending.current
      pending.current = null
      onAnswer(event.data)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])

  async function requestLogin(onAnswer: (message: TokenMessage) => void) {
    const nonce = randomText()
    pending.current = { nonce, onAnswer }
    const { started, request } = await createSignIn('/dashboard')
    frame.current?.contentWindow?.postMessage({ hello: true, nonce, ...request }, address.origin)
    return started
  }

  return {
    login,
    frame,
    src: address.href,
    onLoad: () =>
      void requestLogin(({ logged_in, has_account }) => siteLogin.set({ logged_in, has_account })),
    /** A code is valid for one minute, so each click requests a new one. */
    enter(): void {
      const timeout = setTimeout(() => void goToSignIn('login'), answerTimeout)
      const request = requestLogin(async ({ token }) => {
        clearTimeout(timeout)
        if (token === '') return goToSignIn('login')
        const started = await request
        storeSignIn(started)
        location.assign(`/token?${new URLSearchParams({ q: token, state: started.state })}`)
      })
    },
  }
}
