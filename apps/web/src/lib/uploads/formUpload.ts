import { cancelUpload } from '@nestmark/contract/files'
import { client, formatError } from '../api/client.ts'
import { randomKey } from '../randomKey.ts'
import { makePoster, makeThumbnail, readPeaks } from './localPreview.ts'
import type { PreparedFile } from './prepareFile.ts'
import { sendFile } from './sendFile.ts'

/** The file of a link form as the form shows it. */
export interface FormFile {
  name: string
  /** In bytes. */
  size: number
  category: number
  bytes: Blob
  phase: 'sending' | 'offline' | 'checking' | 'ready' | 'stopped'
  sent: number
  /** Why it is stopped. */
  reason?: string | undefined
  /** The picture that will be uploaded with it. */
  thumbnail: Blob | null
  /** The address of a local picture. */
  picture: string
  /** The thumbnail is being uploaded. */
  isSendingThumbnail: boolean
}

/** What `s3_key` of a new link needs. */
export interface UploadedFile {
  file: string
  thumb: string
}

const ignore = () => undefined

/** The upload of a link form. It begins when the file is chosen, and the saved link claims it. */
export class FormUpload {
  #state: FormFile
  readonly #file: PreparedFile
  /** The collection whose owner pays for the file. */
  #parent: string | null
  readonly #onChange: (state: FormFile) => void
  readonly #stop = new AbortController()
  #key = randomKey()
  #uploadIds: string[] = []
  #isClaimed = false
  #hasOwnThumbnail = false
  readonly #peaks: Promise<number[] | undefined>
  #sending: Promise<string>

  /** @param onChange receives each change of the state */
  constructor(file: PreparedFile, parent: string | null, onChange: (state: FormFile) => void) {
    const { name, bytes, category } = file
    this.#file = file
    this.#parent = parent
    this.#onChange = onChange
    this.#state = {
      name,
      size: bytes.size,
      category,
      bytes,
      phase: 'sending',
      sent: 0,
      thumbnail: null,
      picture: '',
      isSendingThumbnail: false,
    }
    this.#peaks = this.#addPreview()
    this.#sending = this.#start()
  }

  /** Replaces the picture that is uploaded with the file. */
  setThumbnail(thumbnail: Blob): void {
    this.#hasOwnThumbnail = true
    this.#showPicture(thumbnail)
    this.#patch({ thumbnail })
  }

  /**
   * Waits for the end of the upload, and uploads the thumbnail. May be called again after a failure.
   * @param parent the collection that the form has now
   * @param isOwn returns whether a collection belongs to the user
   * @throws Refusal
   */
  async finish(parent: string | null, isOwn: (parent: string | null) => boolean): Promise<UploadedFile> {
    const isSameOwner = parent === this.#parent || (isOwn(parent) && isOwn(this.#parent))
    // The owner of a collection pays for its files, so another owner gets a new upload.
    if (!isSameOwner) this.#restart(parent)
    else if (this.#state.phase === 'stopped') this.retry()
    this.#parent = parent
    const file = await this.#sending
    const { thumbnail } = this.#state
    return { file, thumb: thumbnail ? await this.#sendThumbnail(thumbnail) : '' }
  }

  /** Tries a stopped upload again. */
  retry(): void {
    this.#sending = this.#start()
  }

  /** Ends the upload, and deletes what was sent unless a link has claimed it. */
  cancel(): void {
    this.#stop.abort()
    if (!this.#isClaimed) this.#deleteSent()
    if (this.#state.picture) URL.revokeObjectURL(this.#state.picture)
  }

  /** Records that a saved link has the file. */
  claim(): void {
    this.#isClaimed = true
  }

  #patch(part: Partial<FormFile>): void {
    this.#state = { ...this.#state, ...part }
    if (!this.#stop.signal.aborted) this.#onChange(this.#state)
  }

  #showPicture(picture: Blob): void {
    if (this.#state.picture) URL.revokeObjectURL(this.#state.picture)
    this.#patch({ picture: URL.createObjectURL(picture) })
  }

  /** Makes the local picture and the thumbnail of a video. Returns the waveform of a sound file. */
  async #addPreview(): Promise<number[] | undefined> {
    const { bytes, category } = this.#file
    if (category === 5) return readPeaks(bytes)
    const picture =
      category === 1 ? await makeThumbnail(bytes) : category === 2 ? await makePoster(bytes) : null
    if (!picture || this.#hasOwnThumbnail) return undefined
    this.#showPicture(picture)
    // The server makes the thumbnails of pictures itself. It does not decode videos.
    if (category === 2) this.#patch({ thumbnail: picture })
    return undefined
  }

  #start(): Promise<string> {
    const sending = this.#send()
    // `finish` reports the error; the form shows the reason before.
    sending.catch(ignore)
    return sending
  }

  async #send(): Promise<string> {
    const { bytes, name, type, category } = this.#file
    this.#patch({ phase: 'sending', reason: undefined })
    try {
      const peaks = category === 5 ? await this.#peaks : undefined
      const { key } = await sendFile(
        { bytes, name, type, parent: this.#parent, purpose: 'file', requestKey: this.#key, peaks },
        {
          signal: this.#stop.signal,
          onProgress: sent => this.#patch({ sent }),
          onStarted: id => this.#uploadIds.push(id),
          onOffline: offline => this.#patch({ phase: offline ? 'offline' : 'sending' }),
          onChecking: () => this.#patch({ phase: 'checking' }),
        },
      )
      this.#patch({ phase: 'ready', sent: bytes.size })
      return key
    } catch (error) {
      this.#patch({ phase: 'stopped', reason: formatError(error) })
      throw error
    }
  }

  async #sendThumbnail(bytes: Blob): Promise<string> {
    this.#patch({ isSendingThumbnail: true })
    try {
      const { key } = await sendFile(
        {
          bytes,
          name: 'thumbnail.jpg',
          type: bytes.type,
          parent: this.#parent,
          purpose: 'thumb',
          requestKey: randomKey(),
        },
        {
          signal: this.#stop.signal,
          onProgress: ignore,
          onStarted: id => this.#uploadIds.push(id),
        },
      )
      return key
    } finally {
      this.#patch({ isSendingThumbnail: false })
    }
  }

  /** Sends the file again, for a collection of another owner. */
  #restart(parent: string | null): void {
    this.#deleteSent()
    this.#parent = parent
    this.#key = randomKey()
    this.retry()
  }

  #deleteSent(): void {
    // An upload that is not deleted expires by itself.
    for (const upload_id of this.#uploadIds)
      void client.call(cancelUpload, { upload_id }, { keepalive: true }).catch(ignore)
    this.#uploadIds = []
  }
}
