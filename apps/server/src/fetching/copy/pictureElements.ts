import { choosePicture } from '@nestmark/core/copy/pictureAddress'

/** Gives each picture its address in `src`, where Readability and the copy look for it. */
export function preparePictures(document: Document): void {
  for (const picture of document.querySelectorAll('picture:not(:has(img))'))
    if (picture.querySelector('source')) picture.append(document.createElement('img'))
  for (const old of document.querySelectorAll('amp-img, amp-anim')) {
    const image = document.createElement('img')
    for (const { name, value } of old.attributes) image.setAttribute(name, value)
    old.replaceWith(image)
  }
  for (const image of document.querySelectorAll('img')) {
    const sources = image.closest('picture')?.querySelectorAll('source') ?? []
    const address = choosePicture(toMap(image), [...sources].map(toMap))
    if (address === null || address === image.getAttribute('src')) continue
    image.setAttribute('src', address)
    // The script that loads the picture shows it.
    image.removeAttribute('style')
  }
  for (const noscript of document.querySelectorAll('noscript')) unwrapPicture(noscript)
}

/** Readability takes a picture out of a `noscript` only after a placeholder. */
function unwrapPicture(noscript: Element): void {
  const [image, ...more] = noscript.querySelectorAll('img')
  if (!image || more.length > 0 || noscript.textContent?.trim()) return
  const beside = [noscript.previousElementSibling, noscript.nextElementSibling]
  if (!beside.some(element => element?.matches('img[src], picture'))) noscript.replaceWith(image)
}

const toMap = (element: Element) =>
  new Map([...element.attributes].map(({ name, value }) => [name.toLowerCase(), value]))
