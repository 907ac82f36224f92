import { quoted } from '../quoted.ts'

/** The palette: one field for links, collections, tags and commands. */
export const paletteTexts = {
  label: 'Go to anything',
  collectionLabel: 'Go to a collection',
  placeholder: 'Go to a link, collection, tag or command',
  /** On the phone. */
  shortPlaceholder: 'Links, collections, tags, commands',
  results: 'Results',
  groups: {
    recent: 'Recent',
    links: 'Links',
    collections: 'Collections',
    tags: 'Tags',
    commands: 'Commands',
  },
  /** For screen readers, after a pause in typing. */
  count: (n: number) => (n === 1 ? '1 result' : `${n} results`),
  searching: 'Looking for your links',
  failed: 'Couldn’t search your links',
  needsConnection: 'Needs a connection',
  didYouMean: (text: string) => `Did you mean ${quoted(text)}?`,
  none: (text: string) => `No links or collections match ${quoted(text)}`,
  noCollections: (text: string) => `No collections match ${quoted(text)}`,
  close: 'Close',
  open: 'Open',
  newTab: 'New tab',
  hints: {
    move: 'move',
    open: 'open',
    group: 'next group',
    copy: 'copy address',
    shortcuts: 'all shortcuts',
  },
  commands: {
    addLink: 'Add link',
    saveAddress: (address: string) => `Save ${quoted(address)}`,
    addCollection: 'Add collection',
    newCollection: (name: string) => `New collection ${quoted(name)}`,
    search: 'Search everything',
    searchFor: (text: string) => `Search everything for ${quoted(text)}`,
    goTo: 'Go to a collection',
    dark: 'Use dark theme',
    light: 'Use light theme',
    shortcuts: 'All shortcuts',
    pricing: 'Plans and pricing',
    settingsTab: (name: string) => `Settings: ${name}`,
  },
}
