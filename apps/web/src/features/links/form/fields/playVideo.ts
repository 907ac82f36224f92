import type { Link } from '@nestmark/contract/shapes'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { attachSource } from '../../../../lib/media/attachSource.ts'

/**
 * Gives a media element a video: of this device, or the stored one of a link, which it reads in ranges.
 * @param onFail receives why it cannot be played
 * @returns ends it
 */
export function playVideo(
  element: HTMLVideoElement,
  video: Blob | Link,
  onFail: (why: string) => void,
): () => void {
  if (video instanceof Blob) {
    const url = URL.createObjectURL(video)
    const fail = () => onFail(texts.noPicture)
    element.addEventListener('error', fail)
    element.src = url
    return () => {
      element.removeEventListener('error', fail)
      URL.revokeObjectURL(url)
    }
  }
  // A server may send readers to its bucket. Only with CORS may the page read the frames of a video from another origin.
  element.crossOrigin = 'anonymous'
  const source = attachSource(element, video, problem => {
    // Without a connection it continues by itself.
    if (problem && !problem.isOffline) onFail(problem.text)
  })
  void source.load()
  return source.detach
}
