import { shellTexts as texts } from '@nestmark/texts/shell'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Refusal } from '../lib/api/client.ts'
import { checkNow, connection, onReconnect, reportUnreachable } from '../lib/connection.ts'
import { Button } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconAlertTriangle } from '../ui/icons.ts'
import { LoadError } from '../ui/progress/LoadError.tsx'
import { Page } from '../ui/page/Page.tsx'

interface Failure {
  failed: boolean
  path: string | undefined
  /** The page's code is missing because there is no connection and the page was never opened on this device. */
  isOffline: boolean
}

/** Shows an error when a page fails to render or its code cannot be loaded. */
export class PageBoundary extends Component<{ path: string; children: ReactNode }, Failure> {
  override state: Failure = { failed: false, path: undefined, isOffline: false }
  #unsubscribe: (() => void) | undefined

  static getDerivedStateFromError(error: Error): Failure {
    // A late answer can mark the server as reachable after the network was lost.
    const isOffline = (connection.get() !== 'up' || !navigator.onLine) && isImportError(error)
    return { failed: true, path: undefined, isOffline }
  }

  static getDerivedStateFromProps(props: { path: string }, state: Failure): Partial<Failure> | null {
    if (!state.failed || state.path === props.path) return null
    // Another page is rendered again.
    return state.path === undefined
      ? { path: props.path }
      : { failed: false, path: undefined, isOffline: false }
  }

  override componentDidMount(): void {
    // Browsers do not retry a failed module import, so the page is reloaded.
    this.#unsubscribe = onReconnect(() => {
      if (this.state.isOffline) location.reload()
    })
  }

  override componentWillUnmount(): void {
    this.#unsubscribe?.()
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
    // The server is polled, so that the page reloads when it answers again.
    if (isImportError(error)) reportUnreachable()
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Page title={texts.pageFailed}>
        {this.state.isOffline ? (
          <LoadError level={1} title={texts.pageFailed} error={unreachable} onRetry={checkNow} />
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

/** Returns whether an error is a failed module import. Browsers use different messages and no error name. */
function isImportError({ message }: Error): boolean {
  return /dynamically imported module|module script failed|preload|^No connection$/i.test(message)
}
