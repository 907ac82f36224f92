const names: Record<string, string> = { ctrl: 'Ctrl', delete: 'Del', enter: '↵', space: 'Space' }
const ariaNames: Record<string, string> = {
  ctrl: 'Control',
  delete: 'Delete',
  enter: 'Enter',
  space: 'Space',
}

/** Returns the names of the keys of a shortcut: 'ctrl+c' has 'Ctrl' and 'C'. */
export function toKeyNames(shortcut: string): string[] {
  return shortcut.split('+').map(key => names[key] ?? key.toUpperCase())
}

/** Returns a shortcut as the value of `aria-keyshortcuts`: 'Control+c'. */
export function toAriaShortcut(shortcut: string): string {
  return shortcut
    .split('+')
    .map(key => ariaNames[key] ?? key)
    .join('+')
}
