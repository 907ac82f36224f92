import { shellTexts as texts } from '@nestmark/texts/shell'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconAlertTriangle } from '../ui/icons.ts'
import { Page } from '../ui/Page.tsx'

/** Catches a page that fails while it is drawn, or whose code could not be loaded, and says so. */
export class PageBoundary extends Component<
  { at: string; children: ReactNode },
  { failed: boolean; at: string | undefined }
> {
  override state = { failed: false, at: undefined }

  static getDerivedStateFromError() {
    return { failed: true, at: undefined }
  }

  static getDerivedStateFromProps(props: { at: string }, state: { failed: boolean; at: string | undefined }) {
    if (!state.failed || state.at === props.at) return null
    // Another page deserves another try.
    return state.at === undefined ? { at: props.at } : { failed: false, at: undefined }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Page title={texts.pageFailed}>
        <EmptyState level={1} icon={IconAlertTriangle} title={texts.pageFailed} line={texts.pageFailedLine}>
          <Button onClick={() => location.reload()}>{texts.reload}</Button>
        </EmptyState>
      </Page>
    )
  }
}
