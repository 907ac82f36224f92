/** One link: its page and the same over a list. */
export const singleLinkTexts = {
  looking: 'Looking for your link',
  failed: 'This link could not be read',
  notFound: 'No link found',
  notFoundLine: 'This content has either moved or never existed. You can go to dashboard.',
  private: 'Access needed',
  privateLine: 'This is a private link. Please request access to view it.',

  about: 'About this link',
  openOriginal: 'Open original',
  openPage: 'Open as a page',
  close: 'Close',
  copyPage: 'Copy link',
  copied: 'Link was copied',
  copyFailed: 'The browser did not let the link be copied',
  edit: 'Edit',

  category: 'Category',
  added: 'Added',
  address: 'Address',
  collection: 'Collection',
  visibility: 'Visibility',
  public: 'Public',
  onlyYou: 'Only you',

  play: (title: string) => `Play “${title}”`,
  show: (title: string) => `Show “${title}”`,
  player: (site: string, title: string) => `${site}: ${title}`,
  items: 'Checklist',
  itemsDone: (done: number, all: number) => `${done} of ${all} done`,
  showDescription: 'Show description',
  hideDescription: 'Hide description',

  inTrash: 'This link is in the trash.',
  restore: 'Restore',
}
