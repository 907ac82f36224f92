import type { updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { toSmallPicture } from '../../encryption/smallPicture.ts'
import { randomKey } from '@nestmark/client/randomKey'
import { ShownError } from '@nestmark/client/shownError'
import { deleteUploads } from '../deleteUploads.ts'
import { sendThumbnail } from '../sending/sendThumbnail.ts'

/** What an edit of a link needs to set its thumbnail. */
export type ThumbnailChange = Pick<Input<typeof updateLink>, 'thumb' | 'thumbnail'>

/** A picture that becomes the thumbnail of a stored file. It is sent when the link is saved, and once. */
export class StoredThumbnail {
  /** The address of the picture on this device. */
  readonly url: string
  readonly #picture: Blob
  readonly #link: Pick<Link, 'enc' | 'parent'>
  readonly #stop = new AbortController()
  #uploadId: string | undefined
  #sending: Promise<ThumbnailChange> | undefined
  #isClaimed = false

  constructor(picture: Blob, link: Pick<Link, 'enc' | 'parent'>) {
    this.#picture = picture
    this.#link = link
    this.url = URL.createObjectURL(picture)
  }

  /**
   * Sends the picture. That of an encrypted link is a field of the edit, which is encrypted with the other fields.
   * @param onProgress receives the part that was sent, from 0 to 1
   * @throws as `sendThumbnail`, or ShownError when this browser cannot make a small picture of it
   */
  send(onProgress: (fraction: number) => void): Promise<ThumbnailChange> {
    this.#sending ??= this.#link.enc === 1 ? this.#toText() : this.#upload(onProgress)
    // After a failure the next call tries again.
    this.#sending.catch(() => (this.#sending = undefined))
    return this.#sending
  }

  /** Records that the link was saved with it. */
  claim(): void {
    this.#isClaimed = true
  }

  /** Ends it, and deletes what was sent unless the link has it. */
  cancel(): void {
    this.#stop.abort()
    if (this.#uploadId && !this.#isClaimed) deleteUploads([this.#uploadId])
    URL.revokeObjectURL(this.url)
  }

  async #toText(): Promise<ThumbnailChange> {
    const thumbnail = await toSmallPicture(this.#picture)
    if (thumbnail === '') throw new ShownError(texts.noPicture)
    return { thumbnail }
  }

  async #upload(onProgress: (fraction: number) => void): Promise<ThumbnailChange> {
    const thumb = await sendThumbnail(
      this.#picture,
      { parent: this.#link.parent, requestKey: randomKey() },
      {
        signal: this.#stop.signal,
        onStarted: id => {
          this.#uploadId = id
          // The form was closed before this answer.
          if (this.#stop.signal.aborted) deleteUploads([id])
        },
        onProgress: sent => onProgress(Math.min(1, sent / this.#picture.size)),
      },
    )
    return { thumb }
  }
}
