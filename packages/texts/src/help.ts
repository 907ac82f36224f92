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
          'Press Ctrl L on any page, or Add at the top. Choose what it is – image, video, link, note or audio – and paste the address. Title, description and picture are filled in from the page; whatever you type yourself stays as you typed it.',
          'If you leave a form without saving, your text stays in this browser. The next time you open the form, you can continue.',
        ],
      },
      {
        title: 'Collections in collections',
        paragraphs: [
          'Collections can contain collections, up to a hundred levels deep. Ctrl Shift L makes one, Ctrl G jumps to one by a part of its name. Drag links and collections onto a collection or into the tree to move them, or use Move in their menu.',
          'Trashing a collection trashes everything inside it. Restoring it brings exactly that back.',
        ],
      },
      {
        title: 'Find things again',
        paragraphs: [
          'Press / and type. Words, beginnings of words and parts of words are found in titles, addresses, descriptions and tags, with or without accents. Beside the field you choose where to look.',
          'Every category and every tag is a search too: click the icon or the tag on a card.',
        ],
      },
      {
        title: 'Watch and listen',
        paragraphs: [
          'Videos, music, documents and maps of many sites play on the page of their link, and so do addresses of video and audio files. Nothing is asked of the other site before you press play. Embed options in the add-link form lists what is known.',
        ],
      },
      {
        title: 'Bring your bookmarks, and take them along',
        paragraphs: [
          'Import, in the menu of your account, takes the bookmark file that browsers and other services export; folders become collections. Export gives you everything as such a file.',
        ],
      },
      {
        title: 'Work together',
        paragraphs: [
          'Share in the menu of a collection lets others read it or add to it, with everything inside. The bell shows what they did; a daily email lists what you have not read, unless you switch it off in the settings.',
          'Activity in the same menu lists who added, changed, moved or removed what in the last 90 days. What was moved or removed can be undone there for a week by anyone who may edit it.',
        ],
      },
      {
        title: 'Keys',
        paragraphs: [
          'Ctrl K shows all keys. In a list the arrows move, Enter opens, Space selects and F marks a favourite.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms',
    lead: 'This Nestmark is run by the person or organisation that gave you its address.',
    parts: [
      {
        title: 'Who answers for it',
        paragraphs: [
          'Nestmark is software that people and organisations run on their own machines. The terms of using this server are between you and those who run it; they have not written down terms of their own here.',
        ],
      },
      {
        title: 'What is yours',
        paragraphs: [
          'What you save belongs to you. You can take all of it along at any time with Export, and you answer for what you share with others.',
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
          'Your name, e-mail address and a scrambled form of your password; what you save; and for each browser that is signed in, when and from where it was last used. Those who run this server can read the database.',
        ],
      },
      {
        title: 'In your browser',
        paragraphs: [
          'A cookie of the sign-in site keeps you signed in there, and a cookie remembers that you have read the cookie notice. Local storage holds your sign-in, your settings and what you have typed and not saved yet. Each window also keeps what it showed last until you close it. Logging out clears it all.',
        ],
      },
      {
        title: 'Other servers',
        paragraphs: [
          'When you save a link, this server – not your browser – visits its page once for title and picture. A player of another site is loaded only when you press play; that site then sees your visit. There is no counting of visitors and no advertising.',
        ],
      },
    ],
  },
} as const satisfies Record<string, Article>
