import { type Part, splitCss, type PageResource } from './parts.ts'

/** Limits of one page: those of a copy that the server makes itself. */
const limits = { count: 300, bytes: 10_000_000, largeBytes: 300_000, width: 1600, dataLength: 1_900_000 }
const atOnce = 6
/** How long one address, and all of them, may take, in milliseconds. */
const oneMs = 5_000
const allMs = 20_000

/**
 * Reads what a captured page wants, as far as the page itself may read it, and returns the page as one text.
 * @param maxLength of the text, in UTF-16 code units; pictures that would exceed it are left out
 */
export async function writeParts(parts: readonly Part[], maxLength: number): Promise<string> {
  const stop = AbortSignal.timeout(allMs)
  const sheets = await readSheets(parts, stop)
  const all = parts.flatMap(part =>
    typeof part === 'string' || part.kind === 'picture' ? [part] : (sheets.get(part.address) ?? []),
  )
  let left = maxLength - all.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
  const times = new Map<string, number>()
  for (const part of all)
    if (typeof part !== 'string') times.set(part.address, (times.get(part.address) ?? 0) + 1)
  const data = new Map<string, string>()
  const wanted = new Map(
    all.flatMap(part => (typeof part === 'string' ? [] : [[part.address, part] as const])),
  )
  const waiting = [...wanted.values()].slice(0, limits.count)
  const readNext = async () => {
    for (let next = waiting.shift(); next && !stop.aborted; next = waiting.shift()) {
      const read = await readData(next, stop)
      const length = (read?.length ?? 0) * (times.get(next.address) ?? 1)
      if (read === null || length > left) continue
      left -= length
      data.set(next.address, read)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readNext))
  return all.map(part => (typeof part === 'string' ? part : (data.get(part.address) ?? ''))).join('')
}

/** Reads the sheets of other origins whose files say that every page may read them. */
async function readSheets(parts: readonly Part[], stop: AbortSignal): Promise<Map<string, Part[]>> {
  const addresses = new Set(
    parts.flatMap(part => (typeof part !== 'string' && part.kind === 'sheet' ? [part.address] : [])),
  )
  const sheets = new Map<string, Part[]>()
  await Promise.all(
    [...addresses].slice(0, 50).map(async address => {
      const css = await (await request(address, stop))?.text().catch(() => null)
      if (css) sheets.set(address, splitCss(css, address))
    }),
  )
  return sheets
}

/** Requests an address as the page itself would: with the person's session on its own origin, without one on others. */
async function request(address: string, stop: AbortSignal): Promise<Response | null> {
  const isOwn = URL.parse(address)?.origin === location.origin || address.startsWith('blob:')
  try {
    const answer = await fetch(address, {
      credentials: isOwn ? 'same-origin' : 'omit',
      cache: 'force-cache',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([stop, AbortSignal.timeout(oneMs)]),
    })
    return answer.ok ? answer : null
  } catch {
    return null
  }
}

/** Returns a picture or a font as a `data:` address; null where it cannot be read. */
async function readData({ address, image }: PageResource, stop: AbortSignal): Promise<string | null> {
  if (address.startsWith('data:')) return address.length <= limits.dataLength ? escapeData(address) : null
  if (!/^(?:https?|blob):/.test(address)) return null
  const blob = await (await request(address, stop))?.blob().catch(() => null)
  const isWanted = blob && blob.size <= limits.bytes && /^(?:image|font)\/|font/.test(blob.type)
  const data = isWanted ? await toData(await shrink(blob)) : image ? drawImage(image) : null
  return data && data.length <= limits.dataLength ? data : null
}

const escapeData = (address: string) => address.replace(/["<>\\]/g, encodeURIComponent)

/** Encodes a large picture again, as the copies of the server do. */
async function shrink(blob: Blob): Promise<Blob> {
  if (blob.size <= limits.largeBytes || !/^image\/(?:png|jpeg|webp|avif)/.test(blob.type)) return blob
  try {
    const picture = await createImageBitmap(blob)
    const scale = Math.min(1, limits.width / picture.width)
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    )
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })
    return small.size < blob.size ? small : blob
  } catch {
    return blob
  }
}

/** Reads the pixels of an image. Those of another origin cannot be read. */
function drawImage(image: HTMLImageElement): string | null {
  try {
    const { naturalWidth: width, naturalHeight: height } = image
    if (width === 0 || height === 0) return null
    const scale = Math.min(1, limits.width / width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/webp', 0.82)
  } catch {
    return null
  }
}

function toData(blob: Blob): Promise<string | null> {
  return new Promise(resolve => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(blob)
  })
}
