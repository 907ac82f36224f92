import { startSessionHandoff } from '@nestmark/contract/auth/authSignIn'
import { getSession } from '@nestmark/contract/auth/authSessions'
import { callAuth } from './calls.ts'
import { storeSiteLogin } from './signIn/siteLogin.ts'

/**
 * The embedded frame of the product's pages. It reports whether this browser is signed in here. It answers
 * only pages of its origin, each message once, and returns a one-time code that only the requesting
 * browser can use.
 */

interface HandoffMessage {
  hello: true
  nonce: string
  state: string
  code_challenge: string
}

function isHandoffMessage(data: unknown): data is HandoffMessage {
  const message = data as Partial<Record<keyof HandoffMessage, unknown>> | null
  return (
    typeof message === 'object' &&
    message?.hello === true &&
    [message.nonce, message.state, message.code_challenge].every(part => typeof part === 'string')
  )
}

/** Returns the answer for the product's header. */
async function createAnswer({ state, code_challenge }: HandoffMessage) {
  // A refused call would be an error in the console of each visitor.
  const session = await callAuth(getSession, {}).catch(() => null)
  const handoff =
    session &&
    (await callAuth(startSessionHandoff, { client: 'app', state, code_challenge }).catch(() => null))
  storeSiteLogin(handoff && handoff.has_account)
  return {
    logged_in: handoff !== null,
    has_account: handoff?.has_account ?? false,
    token: handoff?.code ?? '',
  }
}

window.addEventListener('message', event => {
  if (event.origin !== location.origin || event.source !== window.parent || !isHandoffMessage(event.data))
    return
  const { nonce } = event.data
  void createAnswer(event.data).then(answer =>
    window.parent.postMessage({ eventName: 'token', ...answer, nonce }, event.origin),
  )
})
