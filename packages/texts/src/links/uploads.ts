import { formatFileSize, isSmallFile } from '@nestmark/core/plans/storageSize'
import { counted } from '../counts.ts'

const categoryNouns: Record<number, string> = { 1: 'image', 2: 'video', 4: 'PDF', 5: 'audio file' }

const joinWords = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Formats the sent bytes in the unit of the total. */
const formatSent = (sent: number, total: number) =>
  isSmallFile(total) ? String(Math.round(sent / 1_000)) : (sent / 1_000_000).toFixed(2)

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s left`
  if (seconds < 3_600) return `${Math.ceil(seconds / 60)} min left`
  return `${Math.ceil(seconds / 3_600)} h left`
}

/** Uploads: the tray, the drop area and the form. */
export const uploadTexts = {
  keyMissing: 'The collection is locked. Unlock it and try again.',
  encrypted: 'Encrypted',
  /** The specification's sentence while a file is uploaded. */
  overlay: (what: 'file' | 'thumbnail') =>
    `... Uploading ${what} ... This might take few seconds based on file size`, // as in the specification
  label: 'Uploads',
  button: { 1: 'Upload image', 2: 'Upload video', 4: 'Upload PDF', 5: 'Upload audio' } as Record<
    number,
    string
  >,
  uploadFiles: 'Upload files',
  uploadingFiles: (n: number) => `Uploading ${counted(n, 'file')}`,
  waitingFiles: (n: number) => `${counted(n, 'upload')} paused`,
  added: (n: number) => `${counted(n, 'file')} added`,
  notAdded: (n: number) => `${counted(n, 'file')} not added`,
  uploadOf: (title: string) => `Upload of ${title}`,
  progress: (sent: number, total: number) => `${formatSent(sent, total)} of ${formatFileSize(total)}`,
  secondsLeft: formatSeconds,
  about: (text: string) => `about ${text}`,
  fold: 'Collapse',
  unfold: 'Show uploads',
  show: 'Show',
  close: 'Close',
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  cancelAll: 'Cancel all',
  cancelAllTitle: 'Cancel all uploads?',
  cancelAllBody: (n: number) => `${counted(n, 'file')} will not be saved.`,
  waiting: 'Waiting',
  uploading: (fraction: number) => `Uploading ${Math.floor(fraction * 100)}%`,
  speed: (bytes: number) => `${formatFileSize(bytes)}/s`,
  pausing: (part: number) => `Pausing · ${Math.floor(part * 100)}%`,
  paused: (sent: number) => `Paused · ${formatFileSize(sent)} sent`,
  offline: 'Waiting for the network',
  checking: 'Checking',
  done: 'Added',
  stopped: (why: string) => `Stopped: ${why}`,
  missing: 'Choose the same file again to continue',
  chooseFile: 'Choose file',
  otherFile: 'This is a different file',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Remove ${name} from the list`,
  tryAgain: 'Try again',
  /** @param missing the bytes that are missing */
  noRoom: (missing: number) => `${formatFileSize(missing)} over the storage limit`,
  seeStorage: 'See storage',
  strips: 'Location data is removed first',
  drop: (n: number, name: string) => `Drop ${n > 0 ? counted(n, 'file') : 'files'} into ${name}`,
  /** @param counts files by category */
  dropKinds: (counts: ReadonlyMap<number, number>) =>
    joinWords([...counts].map(([category, n]) => counted(n, categoryNouns[category] ?? 'file'))),
  dropRoom: (room: number | undefined) =>
    `Each becomes a link. Up to 100 MB a file${room === undefined ? '.' : `; ${formatFileSize(room)} left.`}`,
  dropBookmarks: 'Drop to import bookmarks',
  unsupported: (extension: string) =>
    extension === ''
      ? 'These files are not supported right now'
      : `.${extension} files are not supported right now`,
  pasted: (date: string) => `Pasted image ${date}`,
  cannotAdd: 'You can view this collection, but not add to it',
  started: (n: number) => `Uploading ${counted(n, 'file')}`,
  ended: (name: string) => `${name} was added`,
  failed: (name: string, why: string) => `${name}: ${why}`,
  size: formatFileSize,
  proxyLimit: 'The server in front of Nestmark only accepts smaller pieces. Ask its administrator.',
  wrongCategory: (category: number) =>
    `Choose ${category === 1 ? 'an image' : category === 2 ? 'a video' : category === 4 ? 'a PDF' : 'an audio file'}`,
  thumbnailRefused: 'Choose an image as the thumbnail',
  uploaded: 'Uploaded',
  takeThumbnail: 'Use this thumbnail',
  thumbnailFacts: 'JPEG, at most 500 px wide. Saved with the video.',
  thumbnailAt: (time: string) => `Picture at ${time}`,
  removeThumbnailAt: (time: string) => `Remove picture at ${time}`,
  noPicture: 'This browser can’t play the video, so it can’t capture a picture.',
  position: 'Position in the video',
  play: 'Play',
  pausePlayback: 'Pause',
  frameBack: 'One frame back',
  frameForward: 'One frame forward',
  ownThumbnail: 'Choose thumbnail',
  removeFile: 'Remove file',
} as const
