/** What leads to an import. Apart, because the first page shows it to new accounts. */
export const importEntryTexts = {
  importTitle: 'Import bookmarks',
  drop: 'Drop a bookmark file here',
  dropNow: 'Drop it',
  choose: 'Choose a file',
  chooseBookmarks: 'Choose a bookmark file',
  file: 'Bookmark file',
}
