import { shellTexts as texts } from '@nestmark/texts/shell'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Refusal } from '../lib/api/client.ts'
import { checkNow, connection, onReconnect } from '../lib/connection.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconAlertTriangle } from '../ui/icons.ts'
import { NotRead } from '../ui/NotRead.tsx'
import { Page } from '../ui/Page.tsx'

interface Failure {
  failed: boolean
  at: string | undefined
  /** The code of the page is missing because there is no network: it was never opened on this device. */
  away: boolean
}

/** Catches a page that fails while it is drawn, or whose code could not be loaded, and says so. */
export class PageBoundary extends Component<{ at: string; children: ReactNode }, Failure> {
  override state: Failure = { failed: false, at: undefined, away: false }
  #stop: (() => void) | undefined

  static getDerivedStateFromError(error: Error): Failure {
    return { failed: true, at: undefined, away: connection.get() !== 'up' && isOfCode(error) }
  }

  static getDerivedStateFromProps(props: { at: string }, state: Failure): Partial<Failure> | null {
    if (!state.failed || state.at === props.at) return null
    // Another page deserves another try.
    return state.at === undefined ? { at: props.at } : { failed: false, at: undefined, away: false }
  }

  override componentDidMount(): void {
    // A browser does not ask again for code that did not come once; the page has to begin anew.
    this.#stop = onReconnect(() => {
      if (this.state.away) location.reload()
    })
  }

  override componentWillUnmount(): void {
    this.#stop?.()
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Page title={texts.pageFailed}>
        {this.state.away ? (
          <NotRead level={1} title={texts.pageFailed} error={unreachable} onRetry={checkNow} />
        ) : (
          <EmptyState level={1} icon={IconAlertTriangle} title={texts.pageFailed} line={texts.pageFailedLine}>
            <Button onClick={() => location.reload()}>{texts.reload}</Button>
          </EmptyState>
        )}
      </Page>
    )
  }
}

const unreachable = new Refusal({ status: 0, code: 'network', message: texts.pageFailedLine })

/** Browsers say it each in its own words, and none by a name. */
function isOfCode({ message }: Error): boolean {
  return /dynamically imported module|module script failed|preload/i.test(message)
}
