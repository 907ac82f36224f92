/** The first steps on the dashboard of a new account. */
export const firstRunTexts = {
  title: (name: string, hasLinks: boolean) =>
    `Welcome, ${name}${name.endsWith('…') ? '' : '.'}${hasLinks ? '' : ' Start with one link.'}`,
  line: 'Three short steps, in any order. Skip any of them.',
  progress: (done: number) => `${done} of 3 done`,
  hide: 'Hide these steps',
  hidden: 'Steps hidden. Help shows them again.',
  done: 'Done',

  link: 'Save a link',
  linkLine: 'Paste any address. We fill in the title, picture and category.',
  paste: 'Paste a link',
  pasteAnother: 'Paste another link',
  save: 'Save',
  notAnAddress: 'This is not a link. Save it as a note?',
  saveNote: 'Save as note',
  pasteKeys: 'works anywhere on this page',

  bring: 'Bring your bookmarks',
  bringLine: 'From Chrome, Firefox, Safari, Raindrop and others. Folders become collections.',
  cancel: 'Cancel',
  report: 'Show the report',

  browse: 'Save as you browse',
  browseLine: 'Drag this button to your bookmarks bar. One click saves the page you are on.',
  browsePhone:
    'Install Nestmark. On Android it then appears in the share menu. On an iPhone, copy an address and paste it here.',
  barHidden: 'Bar hidden? Press',
  other: 'Other ways to save',

  samples: 'Samples',
  samplesLine: 'To try things out. They aren’t in your library until you save them.',
  sample: 'Sample',
  saveSample: (title: string) => `Save ${title}`,
  removeSample: (title: string) => `Remove ${title}`,
  removeSamples: 'Remove samples',
  article: 'Social bookmarking',
  picture: 'A Sunday on La Grande Jatte',
  video: 'Big Buck Bunny',
  audio: 'LibriVox: free audiobooks',
}
