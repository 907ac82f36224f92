import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { safeHref } from '../../../lib/addresses.ts'
import {
  IconBook2,
  IconCheckbox,
  IconExternalLink,
  IconFolderPlus,
  IconMarkdown,
  IconMessagePlus,
  IconMessageX,
  IconQuote,
  IconTrash,
} from '../../../ui/icons.ts'
import type { MenuEntry } from '../../../ui/menus/MenuChoice.tsx'
import type { HighlightActions } from '../highlightActions.ts'
import { eggIcons } from './HighlightEgg.tsx'
import { styles } from './highlightQuery.ts'
import { toReaderPath } from '../reader/savedPage.ts'

/**
 * Returns the entries of the menu of a highlight. The keys of the list run the same entries.
 * @param isLocked its text cannot be read in this browser
 * @param onSelect chooses the highlight
 * @param needsServer the server cannot be reached, so what cannot wait on this device is disabled
 */
export function listHighlightEntries(
  highlight: Highlight,
  group: HighlightPage,
  actions: HighlightActions,
  {
    isLocked,
    needsServer,
    phone,
    onSelect,
  }: { isLocked: boolean; needsServer: boolean; phone: boolean; onSelect: () => void },
): MenuEntry[] {
  const hasComment = highlight.comm !== ''
  const reader = toReaderPath(group, highlight)
  return [
    ...styles.map(style => ({
      label: texts.colourOf(style),
      icon: eggIcons[style],
      checked: highlight.style === style,
      shortcut: String(style),
      tile: phone ? texts.colourOf(style) : String(style),
      isAlwaysTile: true,
      run: () => actions.setStyle(highlight, style),
    })),
    'line',
    !isLocked && {
      label: hasComment ? texts.editComment : texts.addComment,
      icon: IconMessagePlus,
      shortcut: 'c',
      run: () => actions.editComment(highlight),
    },
    !isLocked &&
      hasComment && {
        label: texts.deleteComment,
        icon: IconMessageX,
        run: () => actions.setComment(highlight, ''),
      },
    !isLocked && {
      label: texts.copyQuote,
      icon: IconQuote,
      shortcut: 'ctrl+c',
      run: () => actions.copyQuote(highlight, group),
    },
    reader !== null && {
      label: texts.openInReader,
      icon: IconBook2,
      shortcut: 'enter',
      to: reader,
    },
    { label: texts.select, icon: IconCheckbox, shortcut: 'x', run: onSelect },
    'line',
    {
      label: texts.deleteOne,
      icon: IconTrash,
      danger: true,
      shortcut: 'delete',
      disabled: needsServer,
      run: () => actions.deleteOne(highlight, group),
    },
  ]
}

/** Returns the entries of the menu of a page. */
export function listPageEntries(
  group: HighlightPage,
  actions: HighlightActions,
  needsServer: boolean,
): MenuEntry[] {
  const href = safeHref(group.link)
  return [
    href !== undefined &&
      group.enc === 0 &&
      !group.saved?.isFile && {
        label: texts.addToCollection,
        icon: IconFolderPlus,
        run: () => actions.addToCollection(group),
      },
    href !== undefined && {
      label: texts.copyPage,
      icon: IconMarkdown,
      run: () => actions.copyPage(group),
    },
    href !== undefined && { label: texts.openPage, icon: IconExternalLink, href, shortcut: 'o' },
    'line',
    {
      label: texts.deleteAll,
      icon: IconTrash,
      danger: true,
      disabled: needsServer,
      run: () => actions.deleteAll(group),
    },
  ]
}
