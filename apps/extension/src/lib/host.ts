/**
 * The name of the element that contains everything of the extension in a web page. It is a separate name, so that a new version of
 * the script finds what an old one has left.
 */
export const hostTag = 'nestmark-bar'

/** The custom property without which nothing in the element is shown. */
export const shownProperty = '--nestmark-shown'

/**
 * The rule that shows the element. The background inserts it; Firefox removes it when the extension is updated or removed, and ends
 * the script without a word, which then cannot remove its element.
 */
export const hostRule = `${hostTag} { ${shownProperty}: block !important }`
