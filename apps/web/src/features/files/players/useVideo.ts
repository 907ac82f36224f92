import type { Link } from '@nestmark/contract/shapes'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  applyPlayback,
  changePlayback,
  playbackSettings,
  startedVideos,
  stepRate,
  stepVolume,
  takeOverPlayback,
} from '../../../lib/media/playback.ts'
import { useStore } from '../../../lib/store.ts'
import type { PlayerControls } from './playerKeys.ts'
import { attachSource, type AttachedSource, type MediaProblem } from '../../../lib/media/attachSource.ts'
import { useMediaState } from './useMediaState.ts'

/** The step of the keys comma and full stop in seconds: a frame of most videos. */
const frame = 1 / 30

/**
 * Plays the video of a link, and returns its state and controls.
 * @param isMuted it starts without a click, so that it must not make a sound
 */
export function useVideo(link: Link, isMuted: boolean) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [problem, setProblem] = useState<MediaProblem | null>(null)
  const source = useRef<AttachedSource>(null)
  const [muted, setMuted] = useState(isMuted)
  const settings = useStore(playbackSettings)
  const state = useMediaState(video)
  const [latestLink] = useState(link)
  const [isByUser] = useState(!isMuted)
  const isSilent = muted || settings.muted

  useEffect(() => {
    if (!video) return
    const attached = attachSource(video, latestLink, setProblem)
    source.current = attached
    void attached.load()
    const pause = () => video.pause()
    const onPlay = () => takeOverPlayback(pause)
    video.addEventListener('play', onPlay)
    return () => {
      attached.detach()
      video.removeEventListener('play', onPlay)
      // Ends the request for the rest of the file.
      video.removeAttribute('src')
      video.load()
    }
  }, [video, latestLink])
  useEffect(() => {
    if (!isByUser) return
    startedVideos.set(n => n + 1)
    return () => startedVideos.set(n => n - 1)
  }, [isByUser])
  useEffect(() => {
    if (video) applyPlayback(video, { ...settings, muted: isSilent })
  }, [video, settings, isSilent])

  const duration = state.duration ?? (link.media?.duration ? link.media.duration / 1000 : undefined)
  const play = useCallback(() => {
    // A browser may require another click for sound; the controls are visible.
    video?.play().catch(() => undefined)
  }, [video])
  const seek = useCallback(
    (position: number) => {
      if (video) moveTo(video, Math.min(Math.max(0, position), duration ?? Infinity))
    },
    [video, duration],
  )
  const controls = useMemo<PlayerControls>(
    () => ({
      toggle: () => (video?.paused === false ? video.pause() : play()),
      seekBy: seconds => seek((video?.currentTime ?? 0) + seconds),
      seekToFraction: fraction => duration !== undefined && seek(duration * fraction),
      changeVolume: step => {
        setMuted(false)
        stepVolume(step)
      },
      toggleMute: () => {
        setMuted(false)
        changePlayback({ muted: !isSilent })
      },
      changeRate: stepRate,
      stepFrame: step => {
        video?.pause()
        seek((video?.currentTime ?? 0) + step * frame)
      },
    }),
    [video, duration, isSilent, play, seek],
  )
  const retry = () => void source.current?.load(() => state.position)
  return { setVideo, video, state, duration, problem, controls, seek, play, isSilent, settings, retry }
}

function moveTo(video: HTMLVideoElement, position: number): void {
  video.currentTime = position
}
