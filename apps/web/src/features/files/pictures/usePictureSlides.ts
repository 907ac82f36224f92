import type { Link } from '@nestmark/contract/shapes'
import PhotoSwipe, { type PhotoSwipeOptions } from 'photoswipe'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findInCollection, readListOrder } from '../players/collectionMedia.ts'
import { type MediaProblem, toProblem } from '../../../lib/media/attachSource.ts'
import { loadOriginal, needsOriginal, type PictureItem, readPicture } from './pictureItems.ts'

const pictureCategory = 1

/** The picture that the viewer shows. */
export interface ShownPicture {
  index: number
  total: number
  /** Undefined while it is read. */
  item: PictureItem | undefined
  problem: MediaProblem | undefined
  isZoomed: boolean
  /** Whether a click or Z shows more of it: it has more pixels than are shown. */
  canZoom: boolean
}

/**
 * Opens the viewer of pictures in an element, and returns what it shows.
 * @param link the first picture
 */
export function usePictureSlides(host: HTMLElement | null, link: Link, onClose: () => void) {
  const [viewer, setViewer] = useState<PhotoSwipe | null>(null)
  const [shown, setShown] = useState<ShownPicture>()
  const close = useEffectEvent(onClose)
  const first = useRef(link)

  useEffect(() => {
    if (!host) return
    let pswp: PhotoSwipe | undefined
    let isClosed = false
    const start = async () => {
      const opened = await open(host, first.current, () => isClosed, setShown, close)
      if (isClosed) return opened?.destroy()
      pswp = opened
      setViewer(opened ?? null)
    }
    void start()
    return () => {
      isClosed = true
      pswp?.destroy()
    }
  }, [host])
  return { viewer, shown }
}

const isZoomed = ({ currSlide: slide }: PhotoSwipe) =>
  (slide?.currZoomLevel ?? 0) > (slide?.zoomLevels.initial ?? 0) + 0.001

const canZoom = ({ currSlide: slide }: PhotoSwipe) =>
  (slide?.zoomLevels.secondary ?? 0) > (slide?.zoomLevels.initial ?? 0) + 0.001

async function open(
  host: HTMLElement,
  link: Link,
  isClosed: () => boolean,
  setShown: (shown: ShownPicture) => void,
  onClose: () => void,
): Promise<PhotoSwipe | undefined> {
  const media = await findInCollection(link, pictureCategory, readListOrder()).catch(() => ({
    index: 0,
    total: 1,
    read: async () => link,
  }))
  if (isClosed()) return undefined
  const items = new Map<number, PictureItem>()
  const problems = new Map<number, MediaProblem>()
  const reading = new Set<number>()
  const retried = new Set<number>()
  const sharpened = new Set<number>()
  const pswp = new PhotoSwipe({ ...slideOptions(), appendToEl: host, index: media.index })

  const show = () => {
    pswp.element?.toggleAttribute('data-whole', !canZoom(pswp) && !isZoomed(pswp))
    setShown({
      index: pswp.currIndex,
      total: media.total,
      item: items.get(pswp.currIndex),
      problem: problems.get(pswp.currIndex),
      isZoomed: isZoomed(pswp),
      canZoom: canZoom(pswp),
    })
  }
  const read = async (index: number, isExpired = false) => {
    if (reading.has(index) || index < 0 || index >= media.total) return
    reading.add(index)
    try {
      const found = await media.read(index)
      if (found) items.set(index, await readPicture(found, isExpired))
      problems.delete(index)
    } catch (error) {
      problems.set(index, toProblem(error))
    }
    reading.delete(index)
    if (isClosed()) return
    pswp.refreshSlideContent(index)
    show()
  }
  const sharpen = async () => {
    const { currIndex: index, currSlide: slide } = pswp
    const item = items.get(index)
    if (!item || !slide || sharpened.has(index) || !isZoomed(pswp)) return
    if (!needsOriginal(item, slide.currZoomLevel)) return
    sharpened.add(index)
    try {
      const original = await loadOriginal(item)
      if (isClosed()) return
      items.set(index, original)
      const { element } = pswp.currIndex === index ? (pswp.currSlide?.content ?? {}) : {}
      if (element instanceof HTMLImageElement && original.slide.src) element.src = original.slide.src
    } catch {
      // The preview stays. The next visit of the picture tries again.
    }
  }
  pswp.addFilter('numItems', () => media.total)
  pswp.addFilter('itemData', (_data, index) => {
    const item = items.get(index)
    if (!item && !problems.has(index)) void read(index)
    return item?.slide ?? { html: '' }
  })
  pswp.on('loadError', ({ content }) => {
    // The address may have expired; the second failure is final.
    if (retried.has(content.index)) {
      problems.set(content.index, { text: '', canDownload: true })
      return show()
    }
    retried.add(content.index)
    void read(content.index, true)
  })
  pswp.on('change', show)
  pswp.on('change', () => sharpened.clear())
  pswp.on('zoomPanUpdate', () => {
    show()
    void sharpen()
  })
  zoomByKeys(pswp)
  pswp.on('close', onClose)
  pswp.init()
  show()
  return pswp
}

/** The factor of one step. */
const step = 1.5

/** Zooms with + and −, and shows the whole picture again with 0. The viewer itself toggles the zoom with Z. */
function zoomByKeys(viewer: PhotoSwipe): void {
  viewer.on('keydown', ({ originalEvent: event }) => {
    const slide = viewer.currSlide
    if (!slide || event.ctrlKey || event.metaKey || event.altKey) return
    const { initial, max } = slide.zoomLevels
    const wanted =
      event.key === '+' || event.key === '='
        ? slide.currZoomLevel * step
        : event.key === '-'
          ? slide.currZoomLevel / step
          : event.key === '0'
            ? initial
            : undefined
    if (wanted === undefined) return
    event.preventDefault()
    slide.zoomTo(Math.min(max, Math.max(initial, wanted)), undefined, viewer.options.zoomAnimationDuration)
  })
}

/** Returns the options of the viewer: zoom by wheel, pinch and double tap, swipe and arrow keys. */
function slideOptions(): PhotoSwipeOptions {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const isPhone = innerWidth < 820
  return {
    bgOpacity: 1,
    loop: false,
    wheelToZoom: true,
    // The page closes it with Esc and returns the focus, as for every dialog.
    escKey: false,
    returnFocus: false,
    showHideAnimationType: isCalm ? 'none' : 'fade',
    zoomAnimationDuration: isCalm ? false : 180,
    imageClickAction: 'zoom',
    bgClickAction: 'close',
    tapAction: 'toggle-controls',
    doubleTapAction: 'zoom',
    // Three times the entire picture is still a thin strip for a very long one: its narrow side then fills the window.
    secondaryZoomLevel: ({ fit, fill }) => Math.min(1, Math.max(fit * 3, fill)),
    maxZoomLevel: 6,
    preload: [1, 2],
    errorMsg: '',
    padding: isPhone
      ? { top: 56, bottom: 96, left: 0, right: 0 }
      : { top: 64, bottom: 84, left: 72, right: 72 },
    // The page has its own buttons.
    arrowPrev: false,
    arrowNext: false,
    close: false,
    zoom: false,
    counter: false,
  }
}
