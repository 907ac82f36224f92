import type { Chunks } from '../blobStorage/fileStore.ts'
import type { SessionAddress } from './sessionAddress.ts'

/** A request for a file by its signed address, with the headers that decide what is sent. */
export interface FileRequest {
  id: string
  /** The end of the address, in seconds since 1970. */
  expires: string
  /** The id of the session or API key that requested the address; '' for a visitor. */
  sessionId: string
  signature: string
  /** True when the preview of a picture is requested. */
  isPreview: boolean
  range: string | undefined
  ifRange: string | undefined
  ifNoneMatch: string | undefined
  /** True when only the headers are requested. */
  isHead: boolean
  /** True when the client unpacks gzip, in which copies of pages are stored. */
  acceptsGzip: boolean
}

export interface FileResponse {
  /** 302: the header `location` contains the address of the bytes. */
  status: 200 | 206 | 302 | 304 | 416
  headers: Record<string, string>
  /** The owner of the file, whose bandwidth it counts towards; null when it is not counted. */
  ownerId: string | null
  stream: Chunks | null
  /** Is called when the bytes ended early, although the client was there. */
  onIncomplete?: () => Promise<void>
  /** Cuts the connection in the middle. */
  stop?: AbortSignal
  /** The client is disconnected when it reads nothing for this long, in milliseconds. */
  stalledMs?: number
}

/** A request for a file by an address of one session. */
export interface SessionFileRequest extends SessionAddress {
  /** The name of the file. */
  name: string
}

/** A part of an upload as it arrives. */
export interface PartRequest {
  uploadId: string
  /** As in the address. */
  number: string
  /** The headers `Content-Length` and `Content-Digest`. */
  length: string | undefined
  digest: string | undefined
  chunks: AsyncIterable<Buffer>
}

/** A profile image as it arrives. */
export interface ImageRequest {
  /** The signed part of the address. */
  token: string
  ip: string
  chunks: AsyncIterable<Buffer>
}

/** A file of a multipart body. */
export interface Upload {
  /** The file's bytes as they arrive. The fields are complete after the last chunk. */
  chunks: AsyncIterable<Buffer>
  fields: Record<string, string>
  fileName: string
}
