import { formatNumber } from '../counts.ts'
import { mediaActionTexts } from './mediaActions.ts'
import { quoted } from '../quoted.ts'

/** Returns a number with its noun: '1 minute', '2 minutes'. */
const count = (amount: number, noun: string) => `${formatNumber(amount)} ${noun}${amount === 1 ? '' : 's'}`

/** Returns a time in words for screen readers: '3 minutes 41 seconds'. */
function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const parts = [
    hours > 0 && count(hours, 'hour'),
    minutes > 0 && count(minutes, 'minute'),
    (rest > 0 || whole === 0) && count(rest, 'second'),
  ]
  return parts.filter(Boolean).join(' ')
}

/** The players of videos and sounds, and the viewers of pictures and PDF files. */
export const playerTexts = {
  ...mediaActionTexts,

  pause: 'Pause',
  stop: 'Stop',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  volumeOf: (percent: number) => `${percent}%`,
  position: 'Position',
  positionOf: (seconds: number, duration: number | undefined) =>
    duration === undefined ? spokenTime(seconds) : `${spokenTime(seconds)} of ${spokenTime(duration)}`,
  speed: 'Speed',
  speedOf: (rate: number) => `${rate}×`,
  back10: 'Back 10 seconds',
  forward10: 'Forward 10 seconds',
  loop: 'Repeat',
  pictureInPicture: 'Picture in picture',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  more: 'More',

  video: (title: string) => `Video ${quoted(title)}`,
  sound: (title: string) => `Player for ${quoted(title)}`,
  soundBar: 'Sound player',
  playAll: 'Play all',
  noSounds: 'There’s nothing to play here',
  previous: 'Previous',
  next: 'Next',
  queue: 'Up next',
  queueEmpty: 'The rest of the collection plays next.',
  queueSize: (size: number) => `${formatNumber(size)} up next`,
  addedToQueue: 'Plays next',
  removeFromQueue: (title: string) => `Remove ${quoted(title)} from up next`,
  closeSound: 'Close the player',
  showPlayer: 'Show the player',
  place: (collection: string, index: number, total: number) =>
    `${collection === '' ? '' : `${collection} · `}${formatNumber(index)} of ${formatNumber(total)}`,

  cannotPlay: 'Your browser may not play this',
  cannotPlayDirect: 'This file can’t be played here. Open the original instead.',
  lost: 'The file is lost',
  offline: 'You’re offline. It continues when you’re back online.',
  tryAgain: 'Try again',
  close: 'Close',

  viewPictureOf: (title: string) => `View ${quoted(title)}`,
  pictures: 'Pictures',
  pictureOf: (index: number, total: number) => `${formatNumber(index)} of ${formatNumber(total)}`,
  openOriginal: 'Open original',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  openLink: 'Open link',
  noPicture: 'This picture can’t be shown',

  length: 'Length',
  picture: 'Picture',
  moving: 'Video',
  size: 'Size',
  file: 'File',
  pages: 'Pages',
  dimensions: (width: number, height: number) => `${width} × ${height}`,

  brokenPdf: 'This PDF can’t be shown',
  protected: 'Protected by a password',
  password: 'Password',
  wrongPassword: 'This password is wrong',
  openDocument: 'Open',
  loadingDocument: 'Opening the PDF',
  documentPages: 'Pages of the document',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageNumber: 'Page number',
  pageNumberOf: (page: number) => `Page ${formatNumber(page)}`,
  pageWithMatches: (page: number) => `Page ${formatNumber(page)}, with matches`,
  ofPages: (pages: number) => `of ${formatNumber(pages)}`,
  zoomOf: (percent: number) => `Zoom: ${percent}%. Show the actual size`,
  actualSize: 'Actual size',
  fitWidth: 'Fit width',
  dimPages: 'Dim pages',
  findInDocument: 'Find in this document',
  matchCase: 'Match case',
  shortcuts: {
    players: 'Videos, sounds and pictures',
    toggle: 'Play or pause',
    seek5: '5 seconds back or forward',
    seek10: '10 seconds back or forward',
    seekTenth: 'Jump to 0–90%',
    frame: 'One frame back or forward',
    volume: 'Volume',
    mute: 'Mute',
    speed: 'Slower or faster',
    fullScreen: 'Full screen',
    pictures: 'Previous or next picture',
    pictureZoom: 'Zoom in, out, whole picture',
    pdf: 'PDF',
    find: 'Find in the document',
    match: 'Next match',
    page: 'Go to a page',
    pages: 'Show the pages',
    zoom: 'Zoom in, out, actual size',
    fitWidth: 'Fit the width',
    rotate: 'Rotate',
  },

  pageCount: (pages: number) => count(pages, 'page'),
}
