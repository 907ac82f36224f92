import { paletteTexts } from '@nestmark/texts/search/palette'
import { settingsTabTexts } from '@nestmark/texts/accounts/settings'
import { shellTexts } from '@nestmark/texts/shell'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { captureTyping } from '../../../lib/focus/captureTyping.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { arePlansOffered } from '../../../lib/serverSetting.ts'
import { scheme } from '../../../lib/browser/scheme.ts'
import { selectionCommands } from '../../../lib/lists/selectionCommands.ts'
import { toKeyNames } from '../../../lib/focus/shortcuts.ts'
import { upgradePath } from '../../../lib/site.ts'
import { useStore } from '../../../lib/store.ts'
import type { Icon } from '../../../ui/fields/Button.tsx'
import {
  IconArrowRight,
  IconBell,
  IconBookmarkPlus,
  IconBulb,
  IconChecks,
  IconCopy,
  IconFileExport,
  IconFileImport,
  IconFolderPlus,
  IconHash,
  IconHighlight,
  IconKeyboard,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSparkles,
  IconStar,
  IconSun,
  IconTrash,
  IconUnlink,
  IconUsers,
} from '../../../ui/icons.ts'
import { foldText } from '../../../lib/foldText.ts'
import { parseCopiedAddress } from '../../links/clipboard/clipboard.ts'
import { useOneClickSave } from '../../links/clipboard/useOneClickSave.ts'
import { signOut, useChangeTheme } from '../../session/data.ts'
import { defaultSearchType, toSearchPath } from '../searchUrl.ts'
import type { PaletteItem } from './paletteItem.ts'
import { rankByName, toSearchWords } from './rank.ts'

const { commands: texts } = paletteTexts

type Command = Partial<PaletteItem> & { label: string; icon: Icon }

const toItem = ({ label, icon, ...rest }: Command): PaletteItem => ({
  key: `command ${label}`,
  label,
  glyph: { kind: 'icon', icon },
  ...rest,
})

/** The pages of the sidebar and the menus, which are listed only when their name is typed. */
const pages: readonly Command[] = [
  { label: shellTexts.dashboard, icon: IconLayoutDashboard, path: '/dashboard' },
  { label: shellTexts.favourites, icon: IconStar, path: '/favourites' },
  { label: shellTexts.shared, icon: IconUsers, path: '/shared' },
  { label: shellTexts.highlights, icon: IconHighlight, path: '/highlights' },
  { label: shellTexts.tags, icon: IconHash, path: '/tags' },
  { label: shellTexts.suggestions, icon: IconBulb, path: '/suggestions' },
  { label: shellTexts.tidy, icon: IconChecks, path: '/tidy' },
  { label: shellTexts.duplicates, icon: IconCopy, path: '/duplicates' },
  { label: shellTexts.brokenLinks, icon: IconUnlink, path: '/broken' },
  { label: shellTexts.trash, icon: IconTrash, path: '/trash' },
  { label: shellTexts.bell(0), icon: IconBell, path: '/notifications' },
  { label: shellTexts.settings, icon: IconSettings, path: '/settings' },
  ...Object.entries(settingsTabTexts)
    .filter(([tab]) => tab !== 'plan' || arePlansOffered())
    .map(([tab, name]) => ({
      label: texts.settingsTab(name),
      icon: IconSettings,
      path: `/settings?tab=${tab}`,
    })),
  ...(arePlansOffered() ? [{ label: texts.pricing, icon: IconSparkles, path: upgradePath }] : []),
  { label: shellTexts.articles, icon: IconLifebuoy, path: '/help' },
  { label: shellTexts.waysIn, icon: IconBookmarkPlus, run: () => openOverlay('waysIn', {}) },
  { label: shellTexts.import, icon: IconFileImport, path: '/settings/import' },
  { label: shellTexts.export, icon: IconFileExport, run: () => openOverlay('export', {}) },
  { label: shellTexts.logout, icon: IconLogout, run: () => void signOut() },
]

const shortcuts: Command = {
  label: texts.shortcuts,
  icon: IconKeyboard,
  run: () => openOverlay('shortcuts', {}),
  keys: ['?'],
}

const newCollectionKeys = ['Ctrl', '⇧', 'L']

/**
 * Returns the commands: without text the usual ones, else those whose name matches, and those that take the text as
 * their argument.
 * @param parent the collection on the page
 */
export function usePaletteCommands(text: string, parent: string | undefined): PaletteItem[] {
  const dark = useStore(scheme) === 'dark'
  const changeTheme = useChangeTheme()
  const phone = usePhone()
  const selected = useStore(selectionCommands)
  const save = useOneClickSave(parent)
  const input = text.trim()
  const usual: Command[] = [
    {
      label: texts.addLink,
      icon: IconPlus,
      run: () => openOverlay('addLink', parent === undefined ? {} : { parent }),
      keys: ['Ctrl', 'L'],
    },
    {
      label: texts.addCollection,
      icon: IconFolderPlus,
      run: () => openOverlay('addCollection', parent === undefined ? {} : { parent }),
      keys: newCollectionKeys,
    },
    ...selected.map(({ shortcut, ...command }) => ({ ...command, keys: toKeyNames(shortcut) })),
    { label: texts.search, icon: IconSearch, path: '/search/', keys: ['/'] },
    {
      label: texts.goTo,
      icon: IconArrowRight,
      run() {
        captureTyping()
        openOverlay('palette', { only: 'collections' })
      },
      keys: ['Ctrl', 'G'],
    },
    {
      label: dark ? texts.light : texts.dark,
      icon: dark ? IconSun : IconMoon,
      run: () => changeTheme(dark ? 0 : 1),
    },
    ...(phone ? [] : [shortcuts]),
  ]
  if (input === '') return usual.map(toItem)
  const address = parseCopiedAddress(input)
  const withArgument: Command[] = [
    ...(address === null
      ? []
      : [
          {
            label: texts.saveAddress(input),
            takesText: true as const,
            icon: IconBookmarkPlus,
            run: () => void save(address),
            keys: ['Ctrl', 'V'],
          },
        ]),
    {
      label: texts.searchFor(input),
      takesText: true,
      isSearch: true,
      icon: IconSearch,
      path: toSearchPath({ q: input, type: defaultSearchType, category: undefined }),
    },
    {
      label: texts.newCollection(input),
      takesText: true,
      icon: IconFolderPlus,
      run: () => openOverlay('addCollection', { name: input, ...(parent !== undefined && { parent }) }),
      keys: newCollectionKeys,
    },
  ]
  const named = rankByName([...usual, ...pages], toSearchWords(input), each => foldText(each.label))
  return [...named.slice(0, maxNamed), ...withArgument].map(toItem)
}

/** At least two of the five commands take the text as their argument. */
const maxNamed = 3
