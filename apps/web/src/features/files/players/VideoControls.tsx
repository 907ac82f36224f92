import { playerTexts as texts } from '@nestmark/texts/links/players'
import { type ReactNode, useState } from 'react'
import { useCoarsePointer, usePhone } from '../../../lib/media/media.ts'
import { type PlaybackSettings } from '../../../lib/media/playback.ts'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import {
  IconDots,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRepeat,
  IconRewindBackward10,
  IconRewindForward10,
} from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'
import type { MediaState } from './useMediaState.ts'
import type { FullScreen } from './useFullScreen.ts'
import { listRates, SpeedMenu } from './SpeedMenu.tsx'
import { PlayerButton } from './PlayerButton.tsx'
import type { PlayerControls } from './playerKeys.ts'
import { SeekBar } from './SeekBar.tsx'
import { VolumeControl } from './VolumeControl.tsx'
import css from './VideoPlayer.module.css'

/** The controls over the lower edge of a video. A narrow one has the rarer ones in a menu. */
export function VideoControls({
  state,
  duration,
  controls,
  isSilent,
  settings,
  isVertical,
  fullScreen,
  video,
  onSeek,
  renderPreview,
}: {
  state: MediaState
  duration: number | undefined
  controls: PlayerControls
  isSilent: boolean
  settings: PlaybackSettings
  isVertical: boolean
  fullScreen: FullScreen
  video: HTMLVideoElement | null
  onSeek: (position: number) => void
  renderPreview: ((time: number) => ReactNode) | undefined
}) {
  const phone = usePhone()
  const coarse = useCoarsePointer()
  const isNarrow = (isVertical || phone) && !fullScreen.isOn
  const [isLooping, setIsLooping] = useState(false)
  const loop = () => {
    setLoop(video, !isLooping)
    setIsLooping(!isLooping)
  }
  const showSmall = canShowSmall(video) ? () => void toggleSmall(video) : undefined
  return (
    <div className={`stack g4 ${css.controls}`}>
      <SeekBar
        {...state}
        duration={duration}
        onSeek={onSeek}
        renderPreview={coarse || isVertical ? undefined : renderPreview}
      />
      <div className={`row ${css.buttons}`}>
        <PlayButtons isPaused={state.isPaused} isNarrow={isNarrow} controls={controls} />
        <span className={`num nw w540 f13 ${css.time}`} dir="ltr">
          {formatPlayTime(state.position)} <span>/ {formatPlayTime(duration)}</span>
        </span>
        <span className="grow" />
        <VolumeControl
          isSilent={isSilent}
          volume={settings.volume}
          hasSlider={!isNarrow && !coarse}
          onToggle={controls.toggleMute}
          onChange={volume => controls.changeVolume(volume - settings.volume)}
        />
        {isNarrow ? (
          <Menu
            label={texts.more}
            items={[
              ...listRates(settings.rate),
              'line',
              { label: texts.loop, icon: IconRepeat, checked: isLooping, run: loop },
              showSmall && { label: texts.pictureInPicture, icon: IconPictureInPicture, run: showSmall },
            ]}
          >
            {trigger => <PlayerButton {...trigger} icon={IconDots} label={texts.more} />}
          </Menu>
        ) : (
          <WideButtons rate={settings.rate} {...{ isLooping, loop, showSmall }} />
        )}
        {fullScreen.toggle && (
          <PlayerButton
            icon={fullScreen.isOn ? IconMinimize : IconMaximize}
            label={fullScreen.isOn ? texts.leaveFullScreen : texts.fullScreen}
            onClick={fullScreen.toggle}
          />
        )}
      </div>
    </div>
  )
}

function PlayButtons({
  isPaused,
  isNarrow,
  controls,
}: {
  isPaused: boolean
  isNarrow: boolean
  controls: PlayerControls
}) {
  return (
    <>
      <PlayerButton
        icon={isPaused ? IconPlayerPlayFilled : IconPlayerPauseFilled}
        label={isPaused ? texts.play : texts.pause}
        onClick={controls.toggle}
      />
      {!isNarrow && (
        <>
          <PlayerButton
            icon={IconRewindBackward10}
            label={texts.back10}
            onClick={() => controls.seekBy(-10)}
          />
          <PlayerButton
            icon={IconRewindForward10}
            label={texts.forward10}
            onClick={() => controls.seekBy(10)}
          />
        </>
      )}
    </>
  )
}

function WideButtons({
  rate,
  isLooping,
  loop,
  showSmall,
}: {
  rate: number
  isLooping: boolean
  loop: () => void
  showSmall: (() => void) | undefined
}) {
  return (
    <>
      <SpeedMenu rate={rate} className={`inline rigid f13 ${css.rate}`} />
      <PlayerButton icon={IconRepeat} label={texts.loop} aria-pressed={isLooping} onClick={loop} />
      {showSmall && (
        <PlayerButton icon={IconPictureInPicture} label={texts.pictureInPicture} onClick={showSmall} />
      )}
    </>
  )
}

function setLoop(video: HTMLVideoElement | null, isLooping: boolean): void {
  if (video) video.loop = isLooping
}

const canShowSmall = (video: HTMLVideoElement | null): video is HTMLVideoElement =>
  video !== null && document.pictureInPictureEnabled && !video.disablePictureInPicture

/** Shows the video in a small window above all others, or back in its place. */
async function toggleSmall(video: HTMLVideoElement): Promise<void> {
  try {
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture()
    else await video.requestPictureInPicture()
  } catch {
    // Before its size is known, or the user refused.
  }
}
