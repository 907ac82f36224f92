/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { barTexts as texts } from '@nestmark/texts/extension'
import { Bar, type Style } from './Bar.tsx'
import { Card } from './Card.tsx'
import { List } from './List.tsx'
import { selectionBoxes } from './page.ts'
import type { PageSession, View } from './session.ts'
import { placeBar, placeCard } from './spot.ts'

/** The largest size of bar and card, in pixels. */
const bar = { width: 330, height: 44 }
const card = { width: 306, height: 260 }

/** Everything that lies over the page: the bar or the card, the list of highlights, and the toast. */
export function Root({ view, session }: { view: View; session: PageSession }) {
  const { highlights, results, isListOpen, toast } = view
  return (
    <>
      <OpenPart view={view} session={session} />
      {highlights.length > 0 && (
        <List
          entries={highlights.map(({ _id: id, text, style }) => ({
            id,
            text,
            style,
            isPlaced: results.get(id)?.state === 'found',
          }))}
          isOpen={isListOpen}
          onToggle={() => session.toggleList()}
          onGo={id => session.goTo(id)}
          onHideHere={() => void session.hideHere()}
          onOpenLibrary={() => session.openLibrary()}
        />
      )}
      {toast && (
        <div class="toast" role="status">
          {toast}
        </div>
      )}
    </>
  )
}

function OpenPart({ view, session }: { view: View; session: PageSession }) {
  const { open, page } = view
  if (open.kind === 'nothing') return null
  const size = { width: innerWidth, height: innerHeight }
  const close = () => session.setOpen({ kind: 'nothing' })
  if (open.kind === 'selection') {
    const spot = placeBar(selectionBoxes(), size, bar)
    return spot ? (
      <Bar
        spot={spot}
        style={null}
        savedIn={page.savedIn}
        message={messageOf(view, open.length, session)}
        onStyle={style => void session.create(style, 'nothing')}
        onComment={() => void session.create(page.lastStyle, 'card')}
        onCopy={close}
        onDelete={close}
        onSavePage={() => void session.savePage()}
        onClose={close}
        focusRef={() => undefined}
      />
    ) : null
  }
  const { id, kind, takesFocus } = open
  const highlight = view.highlights.find(each => each._id === id)
  const boxes = session.boxesOf(id)
  const spot = kind === 'card' ? placeCard(boxes, size, card) : placeBar(boxes, size, bar)
  if (!highlight || !spot) return null
  const shared = {
    spot,
    style: highlight.style,
    onStyle: (style: Style) => void session.change(id, { style }),
    onCopy: () => void session.copy(id),
    onDelete: () => void session.remove(id),
    onClose: close,
  }
  if (kind === 'card')
    return (
      <Card
        key={id}
        {...shared}
        comment={highlight.comm}
        onSave={comment => {
          close()
          void session.change(id, { comment })
        }}
      />
    )
  return (
    <Bar
      {...shared}
      savedIn={page.savedIn}
      message={null}
      onComment={() => session.setOpen({ kind: 'card', id, takesFocus: true })}
      onSavePage={() => void session.savePage()}
      focusRef={element => takesFocus && element?.focus({ preventScroll: true })}
    />
  )
}

/** Returns what prevents a highlight of the selection; null when nothing does. */
function messageOf({ page }: View, length: number, session: PageSession) {
  if (!page.isConnected)
    return { text: texts.connectFirst, action: { label: texts.connect, run: () => session.openSettings() } }
  return length > limits.highlightText ? { text: texts.tooLong(length) } : null
}
