/**
 * The page inside a page of the product: it says whether this browser is signed in here. It answers pages of its own
 * origin alone, each question once, and what it hands out is a one-time code that only the asking browser can use.
 */

interface Question {
  hello: true
  nonce: string
  state: string
  code_challenge: string
}

function isQuestion(data: unknown): data is Question {
  const asked = data as Partial<Record<keyof Question, unknown>> | null
  return (
    typeof asked === 'object' &&
    asked?.hello === true &&
    [asked.nonce, asked.state, asked.code_challenge].every(part => typeof part === 'string')
  )
}

/** What the product's header is told. */
async function answerTo({ state, code_challenge }: Question) {
  const response = await fetch('/api/auth/hand-over', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client: 'app', state, code_challenge }),
  }).catch(() => null)
  const handed = response?.ok ? ((await response.json()) as { code: string; has_account: boolean }) : null
  return { logged_in: handed !== null, has_account: handed?.has_account ?? false, token: handed?.code ?? '' }
}

window.addEventListener('message', event => {
  if (event.origin !== location.origin || event.source !== window.parent || !isQuestion(event.data)) return
  const { nonce } = event.data
  void answerTo(event.data).then(answer =>
    window.parent.postMessage({ eventName: 'token', ...answer, nonce }, event.origin),
  )
})
