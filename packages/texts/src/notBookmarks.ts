/** The error of a file without bookmarks. Apart from the other errors: the first page shows it before it sends a file. */
export const notBookmarks = 'This is not a bookmark file. Export your bookmarks as an HTML file.'
