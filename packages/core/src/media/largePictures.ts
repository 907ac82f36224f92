/** The largest side of the preview of a picture, in pixels. */
export const previewSide = 2048
/** A picture with more bytes has a preview, as has one with a longer side. */
const largeBytes = 1_000_000

/** Returns whether a picture has a preview for a large view: it is larger than such a view needs. */
export function isLargePicture(bytes: number, width?: number | null, height?: number | null): boolean {
  return bytes > largeBytes || Math.max(width ?? 0, height ?? 0) > previewSide
}

/** Returns the factor by which the preview of a picture is smaller than the picture: at most 1. */
export function toPreviewScale(width: number, height: number): number {
  return Math.min(1, previewSide / Math.max(width, height, 1))
}
