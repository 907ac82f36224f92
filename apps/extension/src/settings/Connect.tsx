/** @jsxImportSource preact */
import { nameBrowser } from '@nestmark/core/browserName'
import { connectTexts as texts } from '@nestmark/texts/extension'
import { useState } from 'preact/hooks'
import { browser } from '../lib/browser.ts'
import { toHostPattern, toServerOrigin } from '../lib/serverAddress.ts'
import { ask, onSubmit } from '../ui/ask.ts'

/**
 * Connects with a server: asks the browser for the permission for its host, and opens its page, where the person allows it
 * by one click.
 */
export function Connect({ problem, server }: { problem: string | null; server: string }) {
  const [typed, setTyped] = useState(server)
  const [error, setError] = useState(problem)
  const [isBusy, setBusy] = useState(false)
  const connect = async () => {
    const origin = toServerOrigin(typed)
    if (origin === null) return setError(texts.noAddress)
    // First of all: Firefox allows the request only in the turn of the click.
    const isAllowed = await browser.permissions.request({ origins: [toHostPattern(origin)] })
    if (!isAllowed) return setError(texts.notAllowed)
    setBusy(true)
    try {
      if (!(await isServer(origin))) return setError(texts.noServer(origin))
      await ask({ kind: 'connect', server: origin, name: nameBrowser(navigator.userAgent) ?? 'Browser' })
      setError(null)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <h2>{texts.notConnected}</h2>
      <p class="t2">{texts.line}</p>
      <form class="row" onSubmit={onSubmit(connect)}>
        <input
          autofocus
          aria-label={texts.server}
          placeholder={texts.placeholder}
          autocomplete="url"
          spellcheck={false}
          value={typed}
          onInput={event => setTyped(event.currentTarget.value)}
        />
        <button class="primary" disabled={isBusy || typed.trim() === ''}>
          {texts.connect} <kbd>↵</kbd>
        </button>
      </form>
      {error && (
        <p class="danger" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

/** Returns whether a Nestmark server answers at an address. */
async function isServer(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/health`, { credentials: 'omit', redirect: 'error' })
    const body = (await answer.json()) as { status?: unknown }
    return body.status === 200
  } catch {
    return false
  }
}
