import { useEffect, useRef, useState } from 'react'
import { accountsUrl, beginSignIn, goToSignIn, storeSignIn, randomText } from './signIn.ts'

/** What the embedded frame of the sign-in site says of this browser. */
export interface LoginState {
  logged_in: boolean
  has_account: boolean
}

interface TokenMessage extends LoginState {
  eventName: 'token'
  token: string
  nonce: string
}

function isTokenMessage(data: unknown): data is TokenMessage {
  const said = data as Partial<Record<keyof TokenMessage, unknown>> | null
  return (
    typeof said === 'object' &&
    said?.eventName === 'token' &&
    typeof said.has_account === 'boolean' &&
    typeof said.logged_in === 'boolean' &&
    typeof said.token === 'string' &&
    /^[\w.-]{0,200}$/.test(said.token) &&
    typeof said.nonce === 'string'
  )
}

/** A frame that does not answer in this time, in milliseconds, is no way to sign in. */
const patience = 4_000

/**
 * Asks the sign-in site, embedded, whether somebody is signed in there. Only messages of its origin, from the very
 * frame, to the question asked last are believed.
 * @returns what it said, null until then; `frame` for the iframe; `enter` goes to the product with a token of its
 */
export function useAuthFrame() {
  const [login, setLogin] = useState<LoginState | null>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const asked = useRef<{ nonce: string; answered: (message: TokenMessage) => void } | null>(null)
  const address = new URL(`${accountsUrl()}/frame`, location.origin)

  useEffect(() => {
    const origin = new URL(`${accountsUrl()}/frame`, location.origin).origin
    const listen = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      if (!isTokenMessage(event.data) || event.data.nonce !== asked.current?.nonce) return
      const { answered } = asked.current
      asked.current = null
      answered(event.data)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  async function ask(answered: (message: TokenMessage) => void) {
    const nonce = randomText()
    asked.current = { nonce, answered }
    const { started, wish } = await beginSignIn('/dashboard')
    frame.current?.contentWindow?.postMessage({ hello: true, nonce, ...wish }, address.origin)
    return started
  }

  return {
    login,
    frame,
    src: address.href,
    onLoad: () => void ask(({ logged_in, has_account }) => setLogin({ logged_in, has_account })),
    /** A code lives for a minute only, so a fresh one is asked for. */
    enter(): void {
      const late = setTimeout(() => void goToSignIn('login'), patience)
      const asking = ask(async ({ token }) => {
        clearTimeout(late)
        if (token === '') return goToSignIn('login')
        const started = await asking
        storeSignIn(started)
        location.assign(`/token?${new URLSearchParams({ q: token, state: started.state })}`)
      })
    },
  }
}
