import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FetchCaller } from '../../../fetching/turns/fetchCaller.ts'
import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import { createPictures } from '../../../fetching/picture.ts'
import type { Pictures } from '../../../media/mediaTasks.ts'
import type { NewVersion } from './makeVersion.ts'

const embedded = /<img [^<>]{0,1000}?\bsrc="data:image\/(?:png|jpeg|gif|webp|avif);base64,([\w+/=]+)"/g
/** Smaller pictures are icons, in pixels. */
const minWidth = 100
/** How many pictures of an article are tried. */
const maxTried = 3

/**
 * Makes the picture of a link from the first picture that the article of its page contains. Nothing is fetched.
 * @returns null when the article contains none
 * @throws FetchRefused busy, aborted
 */
export async function makeEmbeddedPicture(
  { files }: Pick<NewVersion, 'files'>,
  caller: FetchCaller,
  signal: AbortSignal,
): Promise<Pictures | null> {
  const reader = files.find(file => file.kind === 'reader')
  if (!reader) return null
  const html = (await promisify(gunzip)(reader.bytes)).toString('latin1')
  let tried = 0
  for (const [, data = ''] of html.matchAll(embedded)) {
    if (tried++ === maxTried) break
    try {
      const pictures = await createPictures(Buffer.from(data, 'base64'), caller, signal)
      if (pictures.card.width >= minWidth) return pictures
    } catch (error) {
      if (!(error instanceof FetchRefused) || error.reason !== 'not-a-picture') throw error
    }
  }
  return null
}
