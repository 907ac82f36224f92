/** Two people, or two windows, have changed the same thing. */
export const conflictTexts = {
  link: 'This link was changed somewhere else',
  collection: 'This collection was changed somewhere else',
  line: 'Choose what to keep, field by field. Nothing is overwritten before you save.',
  same: 'Both say the same; saving once more settles it.',
  mine: 'Yours',
  theirs: 'Saved meanwhile',
  allMine: 'Take all of yours',
  allTheirs: 'Take all that was saved',
  save: 'Save this choice',
  back: 'Back to the form',
  nothing: 'empty',
}
