/** The shapes of the icons of the site (Tabler Icons, MIT), on 24 by 24. */
export const iconShapes: Readonly<Record<string, string>> = {
  link: '<path d="M9 15l6 -6"/><path d="M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464"/><path d="M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463"/>',
  photo:
    '<path d="M15 8h.01"/> <path d="M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12"/> <path d="M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5"/> <path d="M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3"/>',
  notes:
    '<path d="M5 5a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2l0 -14"/><path d="M9 7l6 0"/><path d="M9 11l6 0"/><path d="M9 15l4 0"/>',
  'player-play': '<path d="M7 4v16l13 -8l-13 -8"/>',
  headphones:
    '<path d="M4 15a2 2 0 0 1 2 -2h1a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-1a2 2 0 0 1 -2 -2l0 -3"/> <path d="M15 15a2 2 0 0 1 2 -2h1a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-1a2 2 0 0 1 -2 -2l0 -3"/> <path d="M4 15v-3a8 8 0 0 1 16 0v3"/>',
  'menu-2': '<path d="M4 6l16 0"/><path d="M4 12l16 0"/><path d="M4 18l16 0"/>',
  rss: '<path d="M4 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"/> <path d="M4 4a16 16 0 0 1 16 16"/> <path d="M4 11a9 9 0 0 1 9 9"/>',
  'chevron-left': '<path d="M15 6l-6 6l6 6"/>',
  'chevron-right': '<path d="M9 6l6 6l-6 6"/>',
  check: '<path d="M5 12l5 5l10 -10"/>',
}
