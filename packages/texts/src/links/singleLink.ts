import { quoted } from '../quoted.ts'

/** A single link: its page, and its dialog over a list. */
export const singleLinkTexts = {
  looking: 'Looking for your link',
  failed: 'Couldn’t load this link',
  notFound: 'No link found',
  notFoundLine: 'This content has either moved or never existed. You can go to dashboard.',
  private: 'Access needed',
  privateLine: 'This is a private link. Please request access to view it.',

  about: 'About this link',
  openOriginal: 'Open original',
  openPage: 'Open as a page',
  previous: 'Previous link',
  next: 'Next link',
  close: 'Close',
  copyPage: 'Copy link',
  copied: 'Link was copied',
  edit: 'Edit',

  category: 'Category',
  added: 'Added',
  address: 'Address',
  collection: 'Collection',
  visibility: 'Visibility',
  public: 'Public',
  onlyYou: 'Only you',
  sharedWith: (people: number) => `Shared with ${people}`,

  play: (title: string) => `Play ${quoted(title)}`,
  show: (title: string) => `Show ${quoted(title)}`,
  player: (site: string, title: string) => `${site}: ${title}`,
  items: 'Checklist',
  itemsDone: (done: number, all: number) => `${done} of ${all} done`,
  showDescription: 'Show description',
  hideDescription: 'Hide description',

  inTrash: 'This link is in the trash.',
  inTrashWith: 'This link is in the trash with its collection.',
  restore: 'Restore',
}
