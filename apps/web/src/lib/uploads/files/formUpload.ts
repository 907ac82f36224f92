import { UploadEnded } from '@nestmark/client/uploads/sendFile'
import type { FileKey } from '@nestmark/encryption/files/sealedFile'
import { randomKey } from '@nestmark/client/randomKey'
import { deleteUploads } from '../deleteUploads.ts'
import { makePreview } from './localPreview.ts'
import type { PreparedFile } from './prepareFile.ts'
import { describeUpload, type SealedUpload } from '../sending/sealedUpload.ts'
import { persist, sendFile } from '../sending/sendFile.ts'
import { sendThumbnail } from '../sending/sendThumbnail.ts'
import { toStopReason } from '../sending/stopReason.ts'

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
  /** An encrypted file, for a link that is saved encrypted. */
  sealed?: SealedUpload
}

/** Where a file goes. */
export interface FormTarget {
  /** The collection whose owner pays for the file. */
  parent: string | null
  /** Returns whether the link will be saved encrypted: its file is encrypted before it is sent. */
  encrypts: () => Promise<boolean>
}

const ignore = () => undefined

/** The upload of a link form. It begins when the file is chosen, and the saved link claims it. */
export class FormUpload {
  #state: FormFile
  readonly #file: PreparedFile
  #target: FormTarget
  /** The collection of the request key. The form may send the file to another one of the same owner since. */
  #parent: string | null
  readonly #onChange: (state: FormFile) => void
  /** Ends the present attempt to send the file. */
  #stop = new AbortController()
  #isClosed = false
  #key = randomKey()
  #uploadIds: string[] = []
  #isClaimed = false
  #hasOwnThumbnail = false
  /** The picture of the file, where this browser can make one. */
  #picture: Blob | null = null
  /** Encrypts this upload; null for one in plain text. */
  #fileKey: Promise<FileKey | null> | undefined
  readonly #peaks: Promise<number[] | undefined>
  #sending: Promise<string>

  /** @param onChange receives each change of the state */
  constructor(file: PreparedFile, target: FormTarget, onChange: (state: FormFile) => void) {
    const { name, bytes, category } = file
    this.#file = file
    this.#target = target
    this.#parent = target.parent
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
   * @param target where the form sends it now
   * @param isOwn returns whether a collection belongs to the user
   * @throws Refusal
   */
  async finish(target: FormTarget, isOwn: (parent: string | null) => boolean): Promise<UploadedFile> {
    const { parent } = this.#target
    const isSameOwner = parent === target.parent || (isOwn(parent) && isOwn(target.parent))
    const [encrypts, isEncrypted] = await Promise.all([target.encrypts(), this.#isEncrypted()])
    // The owner of a collection pays for its files, so another owner gets a new upload.
    if (!isSameOwner || encrypts !== isEncrypted) this.#restart(target)
    else if (this.#state.phase === 'stopped') this.retry()
    this.#target = target
    const file = await this.#sending
    const { thumbnail } = this.#state
    const fileKey = await this.#readFileKey()
    if (!fileKey) return { file, thumb: thumbnail ? await this.#sendThumbnail(thumbnail) : '' }
    const facts = { peaks: await this.#peaks, picture: thumbnail ?? this.#picture }
    return { file, thumb: '', sealed: await describeUpload(this.#file, fileKey, file, facts) }
  }

  /** Tries a stopped upload again. */
  retry(): void {
    this.#sending = this.#start()
  }

  /** Ends the upload, and deletes what was sent unless a link has claimed it. */
  cancel(): void {
    this.#isClosed = true
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
    if (!this.#isClosed) this.#onChange(this.#state)
  }

  #showPicture(picture: Blob): void {
    if (this.#state.picture) URL.revokeObjectURL(this.#state.picture)
    this.#patch({ picture: URL.createObjectURL(picture) })
  }

  /** Makes the local picture and the thumbnail of a video. Returns the waveform of a sound file. */
  async #addPreview(): Promise<number[] | undefined> {
    const { bytes, category } = this.#file
    const { picture, peaks } = await makePreview(bytes, category)
    this.#picture = picture
    if (picture && !this.#hasOwnThumbnail) {
      this.#showPicture(picture)
      // The server makes the thumbnails of pictures itself. It does not decode videos.
      if (category === 2) this.#patch({ thumbnail: picture })
    }
    return peaks
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
    const { signal } = this.#stop
    const requestKey = this.#key
    const parent = this.#parent
    // A previous attempt that still runs does not affect the current one.
    const patch = (part: Partial<FormFile>) => {
      if (!signal.aborted) this.#patch(part)
    }
    const onOffline = (offline: boolean) => patch({ phase: offline ? 'offline' : 'sending' })
    try {
      // Nothing is sent in plain text before this is known.
      const fileKey = (await this.#readFileKey(onOffline)) ?? undefined
      const peaks = category === 5 ? await this.#peaks : undefined
      signal.throwIfAborted()
      const { key } = await sendFile(
        { bytes, name, type, parent, purpose: 'file', requestKey, peaks, fileKey },
        {
          signal,
          onProgress: sent => patch({ sent: Math.min(sent, bytes.size) }),
          onStarted: id => this.#addSent(id, signal),
          onOffline,
          onChecking: () => patch({ phase: 'checking' }),
        },
      )
      signal.throwIfAborted()
      patch({ phase: 'ready', sent: bytes.size })
      return key
    } catch (error) {
      if (error instanceof UploadEnded && !signal.aborted) {
        // The server has ended the previous one, so a new upload begins. Each encrypts with its own key.
        this.#key = randomKey()
        this.#parent = this.#target.parent
        this.#fileKey = undefined
        return this.#send()
      }
      patch({ phase: 'stopped', reason: toStopReason(error, bytes.size).reason })
      throw error
    }
  }

  /**
   * Returns the key of this upload; null for one in plain text. @throws Refusal when the key of the collection cannot
   * be read
   */
  #readFileKey(onOffline: (isOffline: boolean) => void = ignore): Promise<FileKey | null> {
    if (this.#fileKey) return this.#fileKey
    const choosing = this.#chooseKey(onOffline)
    this.#fileKey = choosing
    choosing.catch(() => {
      if (this.#fileKey === choosing) this.#fileKey = undefined
    })
    return choosing
  }

  async #chooseKey(onOffline: (isOffline: boolean) => void): Promise<FileKey | null> {
    const encrypts = await persist(this.#target.encrypts, { signal: this.#stop.signal, onOffline })
    return encrypts ? (await import('@nestmark/encryption/files/sealedFile')).newFileKey() : null
  }

  async #isEncrypted(): Promise<boolean | undefined> {
    return this.#readFileKey().then(
      key => key !== null,
      () => undefined,
    )
  }

  async #sendThumbnail(bytes: Blob): Promise<string> {
    this.#patch({ isSendingThumbnail: true })
    try {
      const { parent } = this.#target
      const { signal } = this.#stop
      const onStarted = (id: string) => this.#addSent(id, signal)
      return await sendThumbnail(bytes, { parent, requestKey: randomKey() }, { signal, onStarted })
    } finally {
      this.#patch({ isSendingThumbnail: false })
    }
  }

  /** Sends the file again: for a collection of another owner, encrypted, or in plain text. */
  #restart(target: FormTarget): void {
    this.#stop.abort()
    this.#stop = new AbortController()
    this.#deleteSent()
    this.#target = target
    this.#parent = target.parent
    this.#key = randomKey()
    this.#fileKey = undefined
    this.retry()
  }

  #addSent(id: string, signal: AbortSignal): void {
    // The answer to its start came after the end of its attempt, which has deleted the others.
    if (signal.aborted) deleteUploads([id])
    else this.#uploadIds.push(id)
  }

  #deleteSent(): void {
    deleteUploads(this.#uploadIds)
    this.#uploadIds = []
  }
}
