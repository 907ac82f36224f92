import { shellTexts } from '@nestmark/texts/shell'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import css from './Shortcuts.module.css'

const { keys } = shellTexts
const columns = [
  [
    { does: keys.addLink, keys: ['Ctrl', 'L'] },
    { does: keys.addCollection, keys: ['Ctrl', '⇧', 'L'] },
    { does: keys.goTo, keys: ['Ctrl', 'G'] },
    { does: keys.close, keys: ['Esc'] },
    { does: keys.shortcuts, keys: ['Ctrl', 'K'] },
  ],
  [
    { does: keys.search, keys: ['/'] },
    { does: keys.move, keys: ['↑', '↓', '←', '→'] },
    { does: keys.open, keys: ['↵'] },
    { does: keys.select, keys: ['Space'] },
    { does: keys.favourite, keys: ['F'] },
    { does: keys.category, keys: ['1', '…', '5'] },
    { does: keys.copied, keys: ['q', 'n', 'a'] },
  ],
]

/** Lists all keyboard shortcuts. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={shellTexts.shortcuts} size={580} onClose={onClose}>
      <div className={css.columns}>
        {columns.map((rows, place) => (
          <div key={place}>
            {rows.map(row => (
              <div key={row.does} className={css.row}>
                <span>{row.does}</span>
                <Kbd keys={row.keys} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
