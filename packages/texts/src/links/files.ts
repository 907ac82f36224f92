import type { FileFailure } from '@nestmark/contract/links/linkMedia'
import { errorTexts } from '../errors.ts'

const failureTexts = {
  tooLarge: 'the file is too large',
  tooSlow: 'it took too long',
  unreadable: 'the file may be damaged',
  unavailable: 'something went wrong',
} as const satisfies Record<Exclude<FileFailure, 'protected'>, string>

/** Files of links: uploading, viewing, and storage. */
export const fileTexts = {
  /** The specification's sentences about files that are refused. */
  unsupported: (extension: string) =>
    extension === ''
      ? errorTexts['files.typeUnsupported']
      : `.${extension} files are not supported right now`,
  /** The bytes of a file are not of the type that its name says. */
  otherType: (extension: string) =>
    extension === ''
      ? errorTexts['files.typeUnsupported']
      : `This file is damaged, or it isn’t a .${extension} file`,
  /** Its structure is damaged, so that it can hold a location. */
  damaged: (extension: string) =>
    `This ${extension === '' ? '' : `.${extension} `}file is damaged, so its location data can’t be removed. Export or record it again.`,
  tooLarge: errorTexts['files.tooLarge'],
  empty: errorTexts['files.empty'],

  tryAgain: 'Try again',

  makingPreview: 'Making a preview',
  noPreview: (why: string) => `No preview: ${why}`,
  /** Shows why a file has no preview. */
  failure: (failure: FileFailure): string =>
    failure === 'protected' ? fileTexts.protected : fileTexts.noPreview(failureTexts[failure]),
  protected: 'Protected by a password',
  lost: errorTexts['files.lost'],
  decrypting: 'Decrypting the file',
  changed: 'This file can’t be decrypted. It may be damaged.',
  more: 'More files',
  download: (name: string) => `Download ${name}`,

  /** The specification's texts of the thumbnail editor. */
  captureTitle: 'Capture thumbnail from the video',
  capture: 'Capture',
  selectThumbnail: 'Select thumbnail',
  captureHint: 'Click on the Capture button on the left',

  bandwidthUsed: (until: string) => `This month’s bandwidth is used up. Files open again on ${until}.`,
} as const
