/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import type { Problem } from '../background/problem.ts'
import { barTexts as texts } from '@nestmark/texts/extension'
import { Bar, type BarMessage } from './Bar.tsx'
import { Card } from './Card.tsx'
import { EdgeTab } from './EdgeTab.tsx'
import type { Style } from './Eggs.tsx'
import { List } from './List.tsx'
import { isDarkPage, readColumn, selectionBoxes } from './page.ts'
import type { PageSession, View } from './session.ts'
import { joinLines } from './spot.ts'
import { Toast } from './Toast.tsx'

interface Props {
  view: View
  session: PageSession
}

/** Three fifths down. */
const tabPlace = 0.6

/** Everything that is over the page: the bar or the card, the list of highlights, and the toast. */
export function Root({ view, session }: Props) {
  const { highlights, current, isListOpen, toast, page } = view
  const entries = highlights.list()
  const currentBoxes = current === null ? [] : highlights.boxesOf(current)
  const boxes = view.open.kind === 'selection' ? selectionBoxes() : currentBoxes
  return (
    // The interface runs in the direction of the text beside it.
    <div class={isDarkPage() ? 'layer dark' : 'layer'} dir={readColumn(boxes).isRtl ? 'rtl' : 'ltr'}>
      {joinLines(currentBoxes).map(({ left, top, right, bottom }, at) => (
        <div
          key={at}
          class="ring"
          style={{
            left: `${left}px`,
            top: `${top}px`,
            width: `${right - left}px`,
            height: `${bottom - top}px`,
          }}
        />
      ))}
      <OpenPart view={view} session={session} boxes={boxes} />
      {entries.length > 0 && !isListOpen && (
        <EdgeTab
          count={entries.length}
          share={page.tabPlace ?? tabPlace}
          onPlace={share => session.placeTab(share)}
          onOpen={() => session.toggleList(true)}
        />
      )}
      {isListOpen && (
        <List
          entries={entries}
          focusCount={view.listFocus}
          onClose={() => session.toggleList(false)}
          onShow={id => session.show(id)}
          onOpen={id => session.setOpen({ kind: 'card', id, takesFocus: true })}
          onHideHere={() => void session.hideHere()}
          onOpenLibrary={() => session.go('openLibrary')}
        />
      )}
      {toast && <Toast {...toast} />}
    </div>
  )
}

function OpenPart({ view, session, boxes }: Props & { boxes: readonly DOMRect[] }) {
  const { open, page, highlights } = view
  const close = () => session.close()
  const shared = { boxes, onSavePage: () => void session.savePage(), onClose: close, savedIn: page.savedIn }
  if (open.kind === 'nothing') return null
  if (open.kind === 'selection')
    return (
      <Bar
        {...shared}
        style={null}
        takesFocus={open.takesFocus}
        message={toMessage(view, open.length, session)}
        onStyle={style => void session.create(style, 'nothing')}
        onComment={() => void session.create(page.lastStyle, 'card')}
        onCopy={close}
        onDelete={close}
      />
    )
  const { id, kind, takesFocus } = open
  const highlight = highlights.get(id)
  if (!highlight) return null
  const refusal = toRefusal(highlights.refused.get(id), view, session)
  const acts = {
    style: highlight.style,
    onStyle: (style: Style) => void session.change(id, { style }),
    onCopy: () => void session.copy(id),
    onDelete: () => void session.remove(id),
  }
  if (kind === 'card')
    return (
      <Card
        key={id}
        {...acts}
        boxes={boxes}
        column={readColumn(boxes)}
        message={refusal}
        comment={highlights.drafts.get(id) ?? highlight.comm}
        foot={texts.place(page.savedIn, texts.count(highlights.savedCount))}
        onInput={comment => highlights.drafts.set(id, comment)}
        onSave={comment => {
          // One that was refused is sent again, and stays until it is saved.
          if (!highlights.refused.has(id)) close()
          void session.change(id, { comment })
        }}
        onCancel={close}
        onOpen={() => session.go('openLibrary')}
      />
    )
  return (
    <Bar
      {...shared}
      {...acts}
      takesFocus={takesFocus}
      message={
        refusal && {
          ...refusal,
          action: refusal.action ?? { label: texts.tryAgain, run: () => void session.retry(id) },
        }
      }
      onComment={() => session.setOpen({ kind: 'card', id, takesFocus: true })}
    />
  )
}

/** Returns what prevents a highlight of the selection; null when nothing does. */
function toMessage(
  { page, isFull, highlights }: View,
  length: number,
  session: PageSession,
): BarMessage | null {
  const connect = { label: texts.connect, run: () => session.go('openSettings') }
  if (!page.isConnected)
    return { text: page.problem?.kind === 'ended' ? texts.ended : texts.connectFirst, action: connect }
  if (isFull) return toFull(highlights.savedCount, session)
  return length > limits.highlightText ? { icon: 'warning', text: texts.tooLong(length) } : null
}

/** Returns why a new highlight is not saved; null when it is. */
function toRefusal(
  problem: Problem | undefined,
  { highlights }: View,
  session: PageSession,
): BarMessage | null {
  if (!problem) return null
  if (problem.code === 'plan.highlights') return toFull(highlights.savedCount, session)
  return {
    icon: 'warning',
    text: problem.message === '' ? texts.notSaved : `${texts.notSaved}: ${problem.message}`,
  }
}

function toFull(count: number, session: PageSession): BarMessage {
  return {
    icon: 'sparkles',
    text: (
      <>
        <b>{texts.planUsed(count)}</b> {texts.planLine}
      </>
    ),
    action: { label: texts.upgrade, run: () => session.go('openUpgrade'), isQuiet: true },
  }
}
