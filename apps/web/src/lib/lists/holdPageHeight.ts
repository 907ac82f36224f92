let stop = () => {}

/**
 * Keeps the page tall enough for its scroll position while a list on it becomes shorter. Otherwise the browser scrolls up,
 * and the field or button that filters the list moves away from the user. Call it before the filter changes. What is below
 * the window is not preserved, nor what a later scroll upwards leaves below it.
 */
export function holdPageHeight(): void {
  const main = document.getElementById('main')
  if (!main) return
  stop()
  let held = window.scrollY
  const hold = () => {
    const below = document.documentElement.scrollHeight - window.innerHeight - window.scrollY
    main.style.minHeight = `${main.offsetHeight - below}px`
    held = window.scrollY
  }
  const onScroll = () => {
    if (!main.isConnected) stop()
    else if (window.scrollY < held) hold()
  }
  stop = () => window.removeEventListener('scroll', onScroll)
  hold()
  window.addEventListener('scroll', onScroll, { passive: true })
}
