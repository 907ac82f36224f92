import type { KeyboardEvent } from 'react'

/** Returns a handler by which Enter runs an action in place of the button of the dialog. */
export const onEnter = (run: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  run()
}
