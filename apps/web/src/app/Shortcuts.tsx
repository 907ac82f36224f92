import { brokenLinkTexts } from '@nestmark/texts/links/brokenLinks'
import { duplicateTexts } from '@nestmark/texts/links/duplicates'
import { highlightTexts } from '@nestmark/texts/reading/highlights'
import { readerHighlightTexts } from '@nestmark/texts/reading/highlightsInReader'
import { playerTexts } from '@nestmark/texts/links/players'
import { readerTexts } from '@nestmark/texts/reading/reader'
import { shellTexts } from '@nestmark/texts/shell'
import { suggestionTexts } from '@nestmark/texts/sharing/suggestions'
import { tidyTexts } from '@nestmark/texts/tidy'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Kbd } from '../ui/menus/Kbd.tsx'
import css from './Shortcuts.module.css'

const { keys } = shellTexts
type Rows = readonly { description: string; keys: readonly string[] }[]
interface KeyColumns {
  left: Rows
  right: Rows
}

const general: KeyColumns = {
  left: [
    { description: keys.addLink, keys: ['Ctrl', 'L'] },
    { description: keys.addCollection, keys: ['Ctrl', '⇧', 'L'] },
    { description: keys.goTo, keys: ['Ctrl', 'G'] },
    { description: keys.rename, keys: ['F2'] },
    { description: keys.menu, keys: ['⇧', 'F10'] },
    { description: keys.close, keys: ['Esc'] },
    { description: keys.palette, keys: ['Ctrl', 'K'] },
    { description: keys.density, keys: ['[', ']'] },
    { description: keys.uploads, keys: ['U'] },
    { description: keys.shortcuts, keys: ['?'] },
  ],
  right: [
    { description: keys.search, keys: ['/'] },
    { description: keys.move, keys: ['↑', '↓', '←', '→'] },
    { description: keys.open, keys: ['↵'] },
    { description: keys.peek, keys: ['Space'] },
    { description: keys.select, keys: ['X'] },
    { description: keys.edit, keys: ['E', 'M'] },
    { description: keys.tag, keys: ['T'] },
    { description: keys.trash, keys: ['Del'] },
    { description: keys.copyAddress, keys: ['Ctrl', 'C'] },
    { description: keys.undo, keys: ['Ctrl', 'Z'] },
    { description: keys.favourite, keys: ['F'] },
    { description: keys.category, keys: ['1', '…', '5'] },
    { description: keys.paste, keys: ['Ctrl', 'V'] },
    { description: keys.copied, keys: ['q', 'n', 'a'] },
  ],
}

const { shortcuts } = playerTexts
const { shortcuts: reader } = readerTexts
const { keys: highlights } = highlightTexts
const { keys: broken } = brokenLinkTexts
const { keys: duplicates } = duplicateTexts
const { keys: tidy } = tidyTexts
const { keys: suggestions } = suggestionTexts
/** The keys of the reader, of highlights, of duplicates and suggestions, and those that act while a player or the PDF viewer has the focus, or nothing else has. */
const groups: readonly (KeyColumns & { title: string })[] = [
  {
    title: shortcuts.players,
    left: [
      { description: shortcuts.toggle, keys: ['Space', 'K'] },
      { description: shortcuts.seek5, keys: ['←', '→'] },
      { description: shortcuts.seek10, keys: ['J', 'L'] },
      { description: shortcuts.seekTenth, keys: ['0', '…', '9'] },
      { description: shortcuts.frame, keys: [',', '.'] },
    ],
    right: [
      { description: shortcuts.volume, keys: ['↑', '↓'] },
      { description: shortcuts.mute, keys: ['M'] },
      { description: shortcuts.speed, keys: ['<', '>'] },
      { description: shortcuts.fullScreen, keys: ['F'] },
      { description: shortcuts.pictures, keys: ['←', '→'] },
      { description: shortcuts.pictureZoom, keys: ['+', '−', '0'] },
    ],
  },
  {
    title: reader.title,
    left: [
      { description: reader.adjacent, keys: ['J', 'K'] },
      { description: reader.find, keys: ['/'] },
      { description: reader.readAloud, keys: ['L'] },
      { description: reader.scroll, keys: ['Space', '⇧ Space'] },
    ],
    right: [
      { description: reader.size, keys: ['+', '−'] },
      { description: reader.openPage, keys: ['O'] },
      { description: reader.favourite, keys: ['F'] },
      { description: reader.close, keys: ['Esc'] },
    ],
  },
  {
    title: highlights.title,
    left: [
      { description: highlights.move, keys: ['J', 'K'] },
      { description: readerHighlightTexts.keys, keys: ['P', 'N'] },
      { description: highlights.colour, keys: ['1', '…', '4'] },
      { description: highlights.comment, keys: ['C'] },
      { description: highlights.select, keys: ['X'] },
    ],
    right: [
      { description: highlights.quote, keys: ['Ctrl', 'C'] },
      { description: highlights.open, keys: ['↵'] },
      { description: highlights.page, keys: ['O'] },
      { description: highlights.delete, keys: ['Del'] },
    ],
  },
  {
    title: broken.title,
    left: [
      { description: broken.moves, keys: ['J', 'K'] },
      { description: broken.select, keys: ['X'] },
      { description: broken.update, keys: ['U'] },
      { description: broken.check, keys: ['C'] },
    ],
    right: [
      { description: broken.edit, keys: ['E'] },
      { description: broken.ignore, keys: ['I'] },
      { description: broken.move, keys: ['M'] },
      { description: broken.trash, keys: ['Del'] },
    ],
  },
  {
    title: tidy.title,
    left: [
      { description: tidy.moves, keys: ['J', 'K'] },
      { description: tidy.tag, keys: ['T'] },
      { description: tidy.keep, keys: ['E'] },
    ],
    right: [
      { description: tidy.merge, keys: ['M'] },
      { description: tidy.update, keys: ['U'] },
      { description: tidy.trash, keys: ['Del'] },
    ],
  },
  {
    title: duplicates.title,
    left: [
      { description: duplicates.groups, keys: ['J', 'K'] },
      { description: duplicates.tiles, keys: ['←', '→'] },
      { description: duplicates.tick, keys: ['X'] },
      { description: duplicates.all, keys: ['A'] },
    ],
    right: [
      { description: duplicates.merge, keys: ['M'] },
      { description: duplicates.trash, keys: ['Del'] },
      { description: duplicates.open, keys: ['↵'] },
      { description: duplicates.peek, keys: ['Space'] },
    ],
  },
  {
    title: suggestions.title,
    left: [{ description: suggestions.approve, keys: ['A'] }],
    right: [{ description: suggestions.remove, keys: ['R'] }],
  },
  {
    title: shortcuts.pdf,
    left: [
      { description: shortcuts.find, keys: ['Ctrl', 'F'] },
      { description: shortcuts.match, keys: ['↵'] },
      { description: shortcuts.page, keys: ['G'] },
      { description: shortcuts.pages, keys: ['T'] },
    ],
    right: [
      { description: shortcuts.zoom, keys: ['+', '−', '0'] },
      { description: shortcuts.fitWidth, keys: ['W'] },
      { description: shortcuts.rotate, keys: ['R'] },
    ],
  },
]

/** Lists all keyboard shortcuts. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={shellTexts.shortcuts} size={580} onClose={onClose}>
      <Columns {...general} />
      {groups.map(group => (
        <section key={group.title} aria-label={group.title}>
          <h3 className={`text13 ${css.title}`}>{group.title}</h3>
          <Columns {...group} />
        </section>
      ))}
    </Dialog>
  )
}

function Columns({ left, right }: KeyColumns) {
  return (
    <div className={css.columns}>
      {[left, right].map((rows, index) => (
        <div key={index}>
          {rows.map(row => (
            <div key={row.description} className={`row g12 ${css.row}`}>
              <span>{row.description}</span>
              <Kbd keys={row.keys} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
