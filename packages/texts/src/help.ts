/** A text page: a title, a subtitle, and sections with a heading each. */
export interface Article {
  title: string
  lead: string
  parts: readonly { title: string; paragraphs: readonly string[] }[]
}

/** The pages of the help menu that the product includes. */
export const helpPages = {
  articles: {
    title: 'Help articles',
    lead: 'How Nestmark works, in a few minutes.',
    parts: [
      {
        title: 'Save a link',
        paragraphs: [
          'Press Ctrl L on any page, or Add at the top. Choose what it is – image, video, link, note or audio – and paste the address. The page fills in title, description and picture; what you type yourself is never replaced.',
          'If you leave a form without saving, your text stays in this browser. The next time you open the form, you can continue.',
        ],
      },
      {
        title: 'Collections in collections',
        paragraphs: [
          'Collections can contain collections, up to a thousand levels deep. Ctrl Shift L creates one, Ctrl G jumps to one by part of its name. Drag links and collections onto a collection or into the tree to move them, or use Move in their menu.',
          'Trashing a collection trashes everything inside it. Restoring it brings exactly that back.',
        ],
      },
      {
        title: 'Find things again',
        paragraphs: [
          'Press / and type. Search finds words and parts of words in titles, addresses, tags and collections, with or without accents, and in descriptions and pages where your plan includes them. Choose where to look beside the field.',
          'Every category and every tag is a search too: click the icon or the tag on a card.',
        ],
      },
      {
        title: 'Watch and listen',
        paragraphs: [
          'Videos, music, documents and maps of many sites play on the page of their link, and so do addresses of video and audio files. The other site is not contacted before you press play. “Embed options” in the add-link form lists the supported sites.',
        ],
      },
      {
        title: 'Import and export your bookmarks',
        paragraphs: [
          'Import, in the menu of your account, takes the bookmark file that browsers and other services export; folders become collections. Export gives you everything as such a file.',
        ],
      },
      {
        title: 'Work together',
        paragraphs: [
          'Share in the menu of a collection lets others read it or add to it, with everything inside. The bell shows what they did; a daily email lists what you have not read, unless you turn it off in Settings.',
          'Activity in the same menu lists who added, changed, moved or removed what in the last 90 days. Anyone who can edit may undo a move or removal there for a week.',
        ],
      },
      {
        title: 'Keyboard shortcuts',
        paragraphs: [
          'Ctrl K finds links, collections, tags and commands; ? shows all shortcuts. In a list the arrows move, Enter opens, Space peeks, X selects and F marks a favourite.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms',
    lead: 'This Nestmark is run by the person or organisation that gave you its address.',
    parts: [
      {
        title: 'Who runs this server',
        paragraphs: [
          'Nestmark is software that people and organisations run on their own machines. The terms of this server are between you and whoever runs it; they have not added terms of their own here.',
        ],
      },
      {
        title: 'Your content',
        paragraphs: [
          'What you save belongs to you. You can export all of it at any time, and you are responsible for what you share.',
        ],
      },
      {
        title: 'No warranty',
        paragraphs: ['The software is provided as is. Keep an export of what you can’t afford to lose.'],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'What this server stores about you, and what it does not.',
    parts: [
      {
        title: 'What is stored',
        paragraphs: [
          'Your name, email address and a hash of your password; what you save and upload, with the copies of pages that you keep; and for each session, when and from where it was last used. The administrators of this server can read the database.',
        ],
      },
      {
        title: 'In your browser',
        paragraphs: [
          'A cookie of the sign-in site keeps you logged in there, and a cookie remembers that you have read the cookie notice. Local storage holds your session, your settings and unsaved text. Each window also remembers what it showed last until you close it. Logging out clears it all.',
        ],
      },
      {
        title: 'Other servers',
        paragraphs: [
          'When you save a link, this server – not your browser – visits its page for title and picture, and again for a copy or a PDF. A player of another site is loaded only when you press play; that site then sees your visit. There is no tracking and no advertising.',
        ],
      },
    ],
  },
} as const satisfies Record<string, Article>
