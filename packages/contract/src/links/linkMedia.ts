import * as z from 'zod/mini'

/**
 * Why a file has no preview. `protected`: it needs a password. `tooLarge`: it has too many pixels, or needs too much
 * memory. `tooSlow`: it takes too long. `unreadable`: it is damaged. `unavailable`: the server could not read it now.
 */
export const fileFailure = z.enum(['protected', 'tooLarge', 'tooSlow', 'unreadable', 'unavailable'])
export type FileFailure = z.output<typeof fileFailure>

export const linkMedia = z.object({
  name: z.string(),
  media_type: z.string(),
  /** In pixels, as displayed; null when unknown, like the following fields. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** In milliseconds. */
  duration: z.nullable(z.number()),
  pages: z.nullable(z.number()),
  /** The heights of a waveform, from 0 to 255. */
  peaks: z.nullable(z.array(z.number())),
  /** `working`: the server reads it. `failed`: it has no preview. `lost`: its bytes are missing. */
  state: z.enum(['working', 'ready', 'failed', 'lost']),
  /** Only with `failed`. */
  fault: z.nullable(fileFailure),
  /** Metadata of the file; '' when unknown. */
  title: z.string(),
  artist: z.string(),
  /**
   * The type of a video or audio file with its codecs, for `canPlayType`. '' for a format that the server does not
   * know.
   */
  play_type: z.string(),
  /** The names of the further files, in the order of `s3_key`; absent for a link with one file. */
  more: z.optional(z.array(z.string())),
})
export type LinkMedia = z.output<typeof linkMedia>
