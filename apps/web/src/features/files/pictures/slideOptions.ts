import type { PhotoSwipeOptions } from 'photoswipe'

/** Returns the options of the viewer: zoom by wheel, pinch and double tap, swipe and arrow keys. */
export function slideOptions(): PhotoSwipeOptions {
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
