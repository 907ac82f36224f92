/** The most characters of a picture as a `data:` address. The envelope of a picture takes 24 KB. */
const maxLength = 24_000
const widths = [320, 240, 160]
const quality = 0.6

/**
 * Returns the small picture of a link as a `data:` address, which is encrypted with the link; '' when it cannot be read.
 */
export async function readSmallPicture(address: string): Promise<string> {
  if (!address.startsWith('/'))
    return address.startsWith('data:') && address.length <= maxLength ? address : ''
  try {
    const answer = await fetch(address)
    return answer.ok ? await toSmallPicture(await answer.blob()) : ''
  } catch {
    // A link without its picture is better than a link in plain text.
    return ''
  }
}

/** Returns a picture as a small one in a `data:` address, which is encrypted with its link; '' when it cannot be read. */
export async function toSmallPicture(picture: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
    for (const width of widths) {
      const text = await toDataAddress(bitmap, width)
      if (text.length <= maxLength) return text
    }
  } catch {
    // This browser cannot decode it.
  }
  return ''
}

async function toDataAddress(bitmap: ImageBitmap, width: number): Promise<string> {
  const scale = Math.min(1, width / bitmap.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp', quality)
}
