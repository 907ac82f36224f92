/** @jsxImportSource preact */
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { popupTexts as texts } from '@nestmark/texts/extension'
import { ask } from '../ui/ask.ts'
import type { TabPage } from './readTab.ts'
import type { Keep } from './useKeep.ts'

/** Starts the bar in the page, and highlights what is selected there. */
export async function startHighlighting(tabId: number): Promise<void> {
  await ask({ kind: 'startBar', tabId })
  window.close()
}

/** The highlights of the page, by their colours. */
export function HighlightsRow({ page, styles }: { page: TabPage; styles: readonly (1 | 2 | 3 | 4)[] }) {
  const { tabId, isReadable } = page
  if (tabId === undefined || !isReadable) return null
  return (
    <button
      type="button"
      class="row field"
      title="Alt+Shift+H"
      onClick={() => void startHighlighting(tabId).catch(() => undefined)}
    >
      <span class="label">{texts.highlights}</span>
      <span class="row grow">
        <span class="eggs" aria-hidden="true">
          {[...new Set(styles)].sort().map(style => (
            <i key={style} class={`egg s${style}`} />
          ))}
        </span>
        {texts.onThisPage(styles.length)}
      </span>
      <kbd>H</kbd>
    </button>
  )
}

/** Keeps the page as the person sees it. */
export function KeepRow({ keep }: { keep: Keep }) {
  const { isOn, size, toggle } = keep
  const line =
    size === null
      ? texts.notCopied
      : isOn && size === undefined
        ? texts.counting
        : texts.keepLine(isOn && size !== undefined ? formatFileSize(size).replace(' ', '\u00a0') : undefined)
  return (
    <label class="row field keep">
      <span class="grow">
        <b>{texts.keep}</b>
        <span class="t3" id="keepLine">
          {line}
        </span>
      </span>
      <kbd>K</kbd>
      <input
        type="checkbox"
        role="switch"
        aria-label={texts.keep}
        aria-describedby="keepLine"
        checked={isOn}
        disabled={size === null}
        onChange={toggle}
      />
    </label>
  )
}
