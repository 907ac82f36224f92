/** The window of the specification: 680 by 680. */
const size = 'width=680,height=680'

/**
 * The address of the bookmark that opens /add-link/ with the page one is on.
 * @param origin where this Nestmark lives, such as https://links.example.org
 */
export function bookmarklet(origin: string): string {
  const page = JSON.stringify(`${origin}/add-link/?type=3&data=`)
  return `javascript:void(${encodeURI(
    `window.open(${page}+encodeURIComponent(location.href)+"&title="+encodeURIComponent(document.title),"_blank","${size}")`,
  )})`
}
