/** @jsxImportSource preact */
import { settingsPageTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useState } from 'preact/hooks'
import { browser } from '../lib/browser.ts'
import { onConnectionChange } from '../lib/connectionChange.ts'
import type { Status } from '../background/answerPage.ts'
import { ask } from '../ui/ask.ts'
import { Logo } from '../ui/icons.tsx'
import { Connect } from './Connect.tsx'

const allPages = { origins: ['*://*/*'] }

/** The settings of the extension, in a tab: the connection, and on which pages highlights are shown. */
export function Settings() {
  const [status, setStatus] = useState<Status>()
  const [isEverywhere, setEverywhere] = useState(false)
  const refresh = async () => {
    const [next, isGiven] = await Promise.all([
      ask({ kind: 'status' }),
      browser.permissions.contains(allPages),
    ])
    setStatus(next)
    setEverywhere(isGiven)
  }
  useEffect(() => {
    void refresh()
    // Also in a second window.
    return onConnectionChange(() => void refresh())
  }, [])
  if (!status) return <main aria-busy="true" />
  const { connection, offSites } = status
  const isConnected = connection !== null && !connection.isEnded
  return (
    <main>
      <header class="row">
        <Logo size={28} />
        <h1>{texts.title}</h1>
      </header>
      {isConnected ? (
        <section>
          <h2>{texts.connected}</h2>
          <p role="status">{texts.connectedLine(connection.email, connection.server)}</p>
          <p class="t2">{texts.keyLine(connection.name)}</p>
          <div class="row">
            <a class="plain" href={`${connection.server}/settings?tab=keys`} target="_blank" rel="noreferrer">
              {texts.openKeys}
            </a>
            <button
              type="button"
              class="plain danger"
              onClick={() => void ask({ kind: 'disconnect' }).then(refresh)}
            >
              {texts.disconnect}
            </button>
          </div>
        </section>
      ) : (
        <Connect
          problem={status.connectProblem ?? (connection?.isEnded ? texts.ended : null)}
          server={connection?.server ?? ''}
        />
      )}
      <section>
        <h2>{texts.highlights}</h2>
        <label class="row">
          <input
            type="checkbox"
            checked={isEverywhere}
            onChange={event => {
              const changing = event.currentTarget.checked
                ? browser.permissions.request(allPages)
                : browser.permissions.remove(allPages)
              void changing.then(() => ask({ kind: 'sitesChanged' })).then(refresh)
            }}
          />
          <span>{texts.everywhere}</span>
        </label>
        <p class="t2">{texts.everywhereLine}</p>
        <p class="t2">{texts.addressLine}</p>
        {offSites.length > 0 && <h2>{texts.offSites}</h2>}
        <ul>
          {offSites.map(host => (
            <li key={host} class="row">
              <span class="grow">{host}</span>
              <button
                type="button"
                class="plain"
                onClick={() =>
                  void ask({ kind: 'setOffSites', hosts: offSites.filter(each => each !== host) }).then(
                    refresh,
                  )
                }
              >
                {texts.showAgain}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{texts.keys}</h2>
        <p class="t2">{texts.keysLine}</p>
      </section>
    </main>
  )
}
