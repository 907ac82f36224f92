/** A bucket of an S3-compatible store, and the keys to it. */
export interface S3Settings {
  /** Origin of the store, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  region: string
  bucket: string
  /** All keys begin with it; empty, or it ends with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is in the path of an address, not in its host. */
  pathStyle: boolean
}

/** Times of the client in milliseconds. Tests shorten them. */
export interface S3Times {
  /** Until an answer begins, and between two chunks of it. */
  idle: number
  /** For a call with all its repetitions, without the bytes of a file. */
  whole: number
  /** Before the first repetition of a failed call; four times longer before each further one. */
  pause: number
  /** Until a check of the bucket that failed is repeated. */
  recheck: number
  /** How long a start waits for the check of the bucket. */
  start: number
}

export const s3Times: S3Times = { idle: 30_000, whole: 60_000, pause: 200, recheck: 30_000, start: 10_000 }

/** Returns the address of the bucket, with a slash at its end. */
export function toBucketUrl({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const url = new URL(endpoint)
  if (pathStyle) url.pathname = `/${bucket}/`
  else url.host = `${bucket}.${url.host}`
  return url
}
