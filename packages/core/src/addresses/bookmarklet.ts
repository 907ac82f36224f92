/** The window size of the specification: 680 × 680 px. */
const windowFeatures = 'width=680,height=680'

/**
 * Returns the `javascript:` address of a bookmark that opens /add-link/ with the current page.
 * @param origin of this server, such as https://links.example.org
 */
export function buildBookmarklet(origin: string): string {
  const page = JSON.stringify(`${origin}/add-link/?type=3&data=`)
  return `javascript:void(${encodeURI(
    `window.open(${page}+encodeURIComponent(location.href)+"&title="+encodeURIComponent(document.title),"_blank","${windowFeatures}")`,
  )})`
}
