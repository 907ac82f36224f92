import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type CSSProperties, useEffect, useRef, useState, useCallback } from 'react'
import { useEventListener } from '../../../lib/focus/useEventListener.ts'
import { classes } from '../../../ui/classes.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { isFocusFree, runPlayerKey } from './playerKeys.ts'
import { useFullScreen } from './useFullScreen.ts'
import { useVideo } from './useVideo.ts'
import { VideoControls } from './VideoControls.tsx'
import css from './VideoPlayer.module.css'
import { IconDownload, IconRefresh } from '../../../ui/icons.ts'
import { downloadMedia } from '../../../lib/media/mediaAddress.ts'
import { type MediaProblem, toProblem } from '../../../lib/media/attachSource.ts'

/**
 * Plays the video of a link with its own controls. It starts when its size is known; a video that is taller than wide
 * gets an upright player.
 * @param isMuted it starts without a click, so that it must not make a sound
 */
export function VideoPlayer({ link, isMuted }: { link: Link; isMuted: boolean }) {
  const { setVideo, video, state, duration, problem, controls, seek, play, isSilent, settings, retry } =
    useVideo(link, isMuted)
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(readSize(link))
  const fullScreen = useFullScreen(box, video)
  const { isIdle, wake } = useIdle(!state.isPaused)
  const isVertical = size !== undefined && size.height > size.width
  const allControls = { ...controls, toggleFullScreen: fullScreen.toggle }

  const onPageKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isFocusFree()) return
    if (runPlayerKey(event, allControls, false)) wake()
  }
  useEventListener('keydown', onPageKey, window)
  useEffect(() => {
    // The pressed button is removed; the keys of the player continue to work.
    if (!isMuted) box.current?.focus({ preventScroll: true })
  }, [isMuted])

  return (
    <div
      ref={box}
      role="group"
      aria-label={texts.video(formatTitle(link))}
      tabIndex={-1}
      className={classes(css.player, isVertical ? css.vertical : css.wide, isIdle && css.idle)}
      style={size && ({ '--ratio': `${size.width} / ${size.height}` } as CSSProperties)}
      data-vertical={isVertical || undefined}
      data-player
      onPointerMove={wake}
      onFocus={wake}
      onKeyDown={event => {
        if (event.defaultPrevented || !runPlayerKey(event.nativeEvent, allControls, true)) return
        wake()
        event.stopPropagation()
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of a user, for which no captions are known */}
      <video
        ref={setVideo}
        className="fill"
        playsInline
        preload="auto"
        poster={link.thumbnail || undefined}
        onClick={controls.toggle}
        onLoadedMetadata={event => {
          const { videoWidth: width, videoHeight: height, currentTime } = event.currentTarget
          if (width > 0) setSize({ width, height })
          if (currentTime === 0) play()
        }}
      />
      {problem ? (
        <PlayerProblem link={link} problem={problem} onRetry={retry} />
      ) : (
        <VideoControls
          {...{ state, duration, controls: allControls, isSilent, settings, isVertical, fullScreen, video }}
          onSeek={seek}
          renderPreview={
            video?.currentSrc ? time => <HoverPicture src={video.currentSrc} time={time} /> : undefined
          }
        />
      )}
    </div>
  )
}

function readSize({ media }: Link): { width: number; height: number } | undefined {
  return media?.width && media.height ? { width: media.width, height: media.height } : undefined
}

/** How long the pointer rests before the picture is loaded, in milliseconds. Each one loads a part of the file. */
const restMs = 150

/**
 * Shows the picture of a video at a time in seconds. It is a second, silent copy of the video, because the first one
 * plays on.
 */
function HoverPicture({ src, time }: { src: string; time: number }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (video.current) video.current.currentTime = time
    }, restMs)
    return () => clearTimeout(timer)
  }, [time])
  return (
    <video ref={video} className={css.picture} src={src} muted playsInline preload="metadata" tabIndex={-1} />
  )
}

/** Shows over the poster why a video does not play, and what can be done. */
function PlayerProblem({
  link,
  problem,
  onRetry,
}: {
  link: Link
  problem: MediaProblem
  onRetry: () => void
}) {
  const [failed, setFailed] = useState<MediaProblem>()
  return (
    <div className={`stack text14 fill ${css.problem}`} role="alert">
      <p>{(failed ?? problem).text}</p>
      {problem.canDownload && !failed && (
        <button
          type="button"
          className={`inline g8 w540 ${css.problemButton}`}
          onClick={() => void downloadMedia(link).catch((error: unknown) => setFailed(toProblem(error)))}
        >
          <IconDownload className="i" />
          {texts.download}
        </button>
      )}
      {!problem.isOffline && !problem.canDownload && (
        <button type="button" className={`inline g8 w540 ${css.problemButton}`} onClick={onRetry}>
          <IconRefresh className="i" />
          {texts.tryAgain}
        </button>
      )}
    </div>
  )
}

/** How long the controls stay after the last movement, in milliseconds. */
const hideAfterMs = 2500

/**
 * Returns whether nothing has moved for a while, so that the controls of a playing video can hide.
 * @param isActive false while it is paused
 */
function useIdle(isActive: boolean): { isIdle: boolean; wake: () => void } {
  const [hasRested, setHasRested] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    setHasRested(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHasRested(true), hideAfterMs)
  }, [])
  useEffect(() => {
    if (isActive) timer.current = setTimeout(() => setHasRested(true), hideAfterMs)
    return () => clearTimeout(timer.current)
  }, [isActive])
  return { isIdle: isActive && hasRested, wake }
}
