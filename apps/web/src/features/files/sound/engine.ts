import type { Link } from '@nestmark/contract/shapes'
import {
  applyPlayback,
  changePlayback,
  playbackSettings,
  takeOverPlayback,
} from '../../../lib/media/playback.ts'
import {
  getSoundElement,
  sound,
  type SoundEngine,
  soundPosition,
  type SoundState,
} from '../../../lib/media/sound.ts'
import { token } from '../../../lib/browser/token.ts'
import { readListOrder } from '../players/collectionMedia.ts'
import { attachSource, type AttachedSource } from '../../../lib/media/attachSource.ts'
import { announceSound, handleMediaKeys, reportPosition } from './mediaSession.ts'
import { deleteStoredSound, storeSound } from './storedSound.ts'
import { soundList } from './soundList.ts'

const audio = getSoundElement()
let source: AttachedSource | undefined
/** The old sound ends and the new one is loaded: pauses and positions of the element then mean nothing. */
let isChanging = false

const patch = (part: Partial<SoundState>) => sound.set(now => now && { ...now, ...part })

/** Makes a sound the current one. */
function open(link: Link, position: number): void {
  source?.detach()
  soundPosition.set(position)
  const duration = link.media?.duration ? link.media.duration / 1000 : undefined
  sound.set(now => ({
    link,
    status: 'paused',
    problem: null,
    duration,
    queue: now?.queue ?? [],
    place: null,
  }))
  source = attachSource(audio, link, problem => {
    patch({ problem: problem?.text ?? null })
    // It continues by itself when the server answers again.
    if (problem && !problem.isOffline) patch({ status: 'paused' })
  })
  announceSound(link)
  void soundList
    .findPlace(link)
    .then(place => sound.get()?.link._id === link._id && patch({ place }))
    // Without it there is only no number.
    .catch(() => undefined)
}

async function start(link: Link, position = 0): Promise<void> {
  isChanging = true
  audio.pause()
  open(link, position)
  patch({ status: 'waiting' })
  // The user may choose another position until the address is known.
  await source?.load(soundPosition.get)
  // Another sound may have been started, or this one paused, while the address was read.
  const now = sound.get()
  if (now?.link._id !== link._id) return
  isChanging = false
  if (now.status === 'waiting') resume()
}

function resume(): void {
  takeOverPlayback(pause)
  // A pause or another sound may abort it. The browser's refusal to play leaves it paused.
  audio.play().catch((error: Error) => {
    if (error.name !== 'AbortError') patch({ status: 'paused' })
  })
}

function pause(): void {
  audio.pause()
  patch({ status: 'paused' })
}

function toggle(): void {
  const now = sound.get()
  if (!now) return
  if (now.status !== 'paused') return pause()
  if (now.problem !== null || audio.src === '' || isChanging) void start(now.link, soundPosition.get())
  else resume()
}

function seek(position: number): void {
  const end = sound.get()?.duration ?? Infinity
  const target = Math.min(Math.max(0, position), end)
  soundPosition.set(target)
  // A restored sound is loaded with its first play, and one that is being loaded starts at this position.
  if (audio.src !== '' && !isChanging) audio.currentTime = target
}

async function step(direction: 1 | -1): Promise<void> {
  const now = sound.get()
  if (!now) return
  const [first, ...rest] = now.queue
  if (direction === 1 && first) {
    patch({ queue: rest })
    return start(first)
  }
  const next = await soundList.findAdjacent(now.link, direction).catch(() => undefined)
  if (sound.get()?.link._id !== now.link._id) return
  if (next) await start(next)
  else if (direction === -1) seek(0)
  else stop()
}

function stop(): void {
  pause()
  seek(0)
}

function close(): void {
  pause()
  source?.detach()
  audio.removeAttribute('src')
  audio.load()
  sound.set(null)
  deleteStoredSound()
}

/** A second press within this time in seconds goes to the previous sound; later ones to the beginning. */
const restartAfter = 3

const engine: SoundEngine = {
  play(link) {
    soundList.setOrder(readListOrder())
    void start(link)
  },
  restore(link, position) {
    if (sound.get()) return
    audio.removeAttribute('src')
    open(link, position)
  },
  toggle,
  pause,
  stop,
  close,
  seek,
  previous: () => (soundPosition.get() > restartAfter ? seek(0) : void step(-1)),
  next: () => void step(1),
  enqueue(link) {
    const now = sound.get()
    if (!now) return void start(link)
    patch({ queue: [...now.queue, link] })
  },
  playQueued(index) {
    const queue = sound.get()?.queue ?? []
    const link = queue[index]
    if (!link) return
    patch({ queue: queue.toSpliced(index, 1) })
    void start(link)
  },
  removeQueued: index => patch({ queue: (sound.get()?.queue ?? []).toSpliced(index, 1) }),
  retry() {
    const now = sound.get()
    if (now) void start(now.link, soundPosition.get())
  },
}

function listen(): void {
  audio.addEventListener('playing', () => patch({ status: 'playing', problem: null }))
  audio.addEventListener('waiting', () => !audio.paused && patch({ status: 'waiting' }))
  audio.addEventListener('pause', () => {
    if (!audio.ended && !isChanging) patch({ status: 'paused' })
  })
  audio.addEventListener('ended', () => void step(1))
  audio.addEventListener('timeupdate', () => {
    // A new address begins at 0 briefly.
    if (isChanging || audio.readyState < HTMLMediaElement.HAVE_METADATA) return
    soundPosition.set(audio.currentTime)
    reportPosition(audio)
  })
  audio.addEventListener('durationchange', () => {
    if (Number.isFinite(audio.duration)) patch({ duration: audio.duration })
  })
  const apply = () => applyPlayback(audio, playbackSettings.get())
  playbackSettings.subscribe(apply)
  apply()
  // The keys of a headset may change them.
  audio.addEventListener('volumechange', () => {
    const { volume, muted } = playbackSettings.get()
    if (audio.volume !== volume || audio.muted !== muted)
      changePlayback({ volume: audio.volume, muted: audio.muted })
  })
  handleMediaKeys(engine)
  // The sounds belong to the user.
  token.subscribe(() => sound.get() && close())
  const remember = () => {
    const id = sound.get()?.link._id
    if (id !== undefined) storeSound({ id, position: soundPosition.get(), order: soundList.getOrder() })
  }
  window.addEventListener('pagehide', remember)
  sound.subscribe(remember)
}

listen()

export default engine
