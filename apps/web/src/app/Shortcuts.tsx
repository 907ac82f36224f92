import { shellTexts } from '@nestmark/texts/shell'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import css from './Shortcuts.module.css'

const { keys } = shellTexts
const columns = [
  [
    { description: keys.addLink, keys: ['Ctrl', 'L'] },
    { description: keys.addCollection, keys: ['Ctrl', '⇧', 'L'] },
    { description: keys.goTo, keys: ['Ctrl', 'G'] },
    { description: keys.rename, keys: ['F2'] },
    { description: keys.close, keys: ['Esc'] },
    { description: keys.palette, keys: ['Ctrl', 'K'] },
    { description: keys.density, keys: ['[', ']'] },
    { description: keys.uploads, keys: ['U'] },
    { description: keys.shortcuts, keys: ['?'] },
  ],
  [
    { description: keys.search, keys: ['/'] },
    { description: keys.move, keys: ['↑', '↓', '←', '→'] },
    { description: keys.open, keys: ['↵'] },
    { description: keys.peek, keys: ['Space'] },
    { description: keys.select, keys: ['X'] },
    { description: keys.edit, keys: ['E', 'T', 'M'] },
    { description: keys.trash, keys: ['Del'] },
    { description: keys.undo, keys: ['Ctrl', 'Z'] },
    { description: keys.favourite, keys: ['F'] },
    { description: keys.category, keys: ['1', '…', '5'] },
    { description: keys.paste, keys: ['Ctrl', 'V'] },
    { description: keys.copied, keys: ['q', 'n', 'a'] },
  ],
]

/** Lists all keyboard shortcuts. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={shellTexts.shortcuts} size={580} onClose={onClose}>
      <div className={css.columns}>
        {columns.map((rows, index) => (
          <div key={index}>
            {rows.map(row => (
              <div key={row.description} className={css.row}>
                <span>{row.description}</span>
                <Kbd keys={row.keys} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
