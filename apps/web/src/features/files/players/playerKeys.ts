/** What the keys of a player control. */
export interface PlayerControls {
  toggle(): void
  /** Moves the position by seconds. */
  seekBy(seconds: number): void
  /** Moves to a fraction of the length, from 0 to 1. */
  seekToFraction(fraction: number): void
  changeVolume(step: number): void
  toggleMute(): void
  changeRate(step: 1 | -1): void
  stepFrame?: ((step: 1 | -1) => void) | undefined
  toggleFullScreen?: (() => void) | undefined
}

/**
 * Runs the action of a key of a player.
 * @param hasFocus the focus is in the player; F is otherwise the favourite of a link
 * @returns whether the key has an action here
 */
export function runPlayerKey(event: KeyboardEvent, controls: PlayerControls, hasFocus: boolean): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  // Space presses the focused button.
  if (event.key === ' ' && event.target instanceof HTMLButtonElement) return false
  const run = findAction(event.key, controls, hasFocus)
  if (!run) return false
  event.preventDefault()
  run()
  return true
}

function findAction(key: string, controls: PlayerControls, hasFocus: boolean): (() => void) | undefined {
  if (/^[0-9]$/.test(key)) return () => controls.seekToFraction(Number(key) / 10)
  const { toggle, stepFrame, toggleFullScreen } = controls
  const actions: Record<string, (() => void) | undefined> = {
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => controls.seekBy(-5),
    ArrowRight: () => controls.seekBy(5),
    j: () => controls.seekBy(-10),
    l: () => controls.seekBy(10),
    ArrowUp: () => controls.changeVolume(0.1),
    ArrowDown: () => controls.changeVolume(-0.1),
    m: controls.toggleMute,
    '<': () => controls.changeRate(-1),
    '>': () => controls.changeRate(1),
    ',': stepFrame && (() => stepFrame(-1)),
    '.': stepFrame && (() => stepFrame(1)),
    f: hasFocus ? toggleFullScreen : undefined,
  }
  return actions[key.length === 1 ? key.toLowerCase() : key]
}

/** Returns whether nothing on the page has the focus and no dialog or menu is open above it. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  const isFree = activeElement === null || activeElement === document.body || activeElement.id === 'main'
  return isFree && document.querySelector('[role=menu]') === null
}
