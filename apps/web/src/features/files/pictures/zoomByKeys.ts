import type PhotoSwipe from 'photoswipe'

/** The factor of one step. */
const step = 1.5

/** Zooms with + and −, and shows the whole picture again with 0. The viewer itself toggles the zoom with Z. */
export function zoomByKeys(viewer: PhotoSwipe): void {
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
