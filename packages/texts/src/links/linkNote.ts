/** A person's private note on a link. */
export const linkNoteTexts = {
  note: 'Note',
  hint: 'Only you see it',
  add: 'Add a note',
  edit: 'Edit note',
  remove: 'Remove note',
  removed: 'Note was removed',
  save: 'Save note',
  left: (n: number) => `${n} character(s) left`,
}
