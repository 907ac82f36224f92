import { quoted } from '../quoted.ts'

/** What lists and menus offer for media files. Separate, because the first visit loads it. */
export const mediaActionTexts = {
  play: 'Play',
  playOne: (title: string) => `Play ${quoted(title)}`,
  pauseOne: (title: string) => `Pause ${quoted(title)}`,
  isPlaying: 'Playing',
  addToQueue: 'Play next',
  viewPicture: 'View picture',
  read: 'Read',
  download: 'Download',
  soundColumn: 'Sound',
  lengthColumn: 'Length',
  loadFailed: 'The player couldn’t be loaded. Check your connection and try again.',
}
