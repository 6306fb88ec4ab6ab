/** A recording as a bubble: a button to play, a waveform to seek in, time and speed, and its transcript. */

import { Download, Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Attachment, Message } from '../../../src/contract/message.ts'
import { fileAddress } from '../../api/file-address.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { barCount } from './peaks.ts'
import { clockOf, soughtBy } from './seek.ts'
import styles from './VoiceNote.module.css'
import { nextRate, playOrPause, seek, useVoicePlayer } from './voice-player.ts'
import { useWaveform } from './waveform.ts'

interface Props {
  recording: Attachment
  message: Message
}

export default function VoiceNote({ recording, message }: Props) {
  const { filename, size, transcript } = recording
  const url = playableUrlOf(recording)
  const frame = useRef<HTMLFieldSetElement>(null)
  const waveform = useWaveform(frame, { url, bytes: size })
  const isPlaying = useVoicePlayer((player) => player.isPlaying && player.url === url)
  const hasFailed = useVoicePlayer(({ failed }) => failed.has(url))
  const sender = message.is_from_me ? t('thread.from_you') : message.sender
  const play = isPlaying ? t('voice.pause') : t('voice.play')
  return (
    <fieldset ref={frame} className={styles.note} aria-label={t('voice.from', { name: sender })}>
      {!isVoiceMessage(recording) && (
        <p className={styles.name}>
          <bdi>{filename}</bdi>
        </p>
      )}
      <div className={styles.player} dir="ltr">
        <button type="button" className={styles.play} aria-label={play} title={play} onClick={() => playOrPause(url)}>
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </button>
        <Track url={url} peaks={waveform?.peaks} knownS={waveform?.durationS} />
        <Rate />
        <Times url={url} knownS={waveform?.durationS} />
        <a
          className={styles.download}
          href={fileAddress(recording.url)}
          download={filename}
          aria-label={t('media.download', { name: filename })}
          title={t('media.download', { name: filename })}
        >
          <Download size={15} aria-hidden />
        </a>
      </div>
      {hasFailed && (
        <p className={styles.failed} role="status">
          {t('voice.failed')}
        </p>
      )}
      {transcript !== null && (
        <p className={styles.transcript} dir="auto">
          <span className="visually-hidden">{t('media.transcript')}: </span>
          {transcript}
        </p>
      )}
    </fieldset>
  )
}

/** Messages records in these formats; anything else is a file that somebody sent. */
const isVoiceMessage = ({ mime_type }: Attachment): boolean => /^audio\/(x-caf|amr)$/.test(mime_type)

const playedAsTheyAre = /^audio\/(mpeg|mp3|aac|(x-|vnd\.)?wave?)$/

/** Browsers play few of the formats that Messages knows; the service converts the others. */
const playableUrlOf = ({ url, mime_type }: Attachment): string =>
  fileAddress(url, playedAsTheyAre.test(mime_type.toLowerCase()) ? {} : { format: 'm4a' })

interface Place {
  url: string
  /** The length that decoding told; playing tells it, too. */
  knownS: number | undefined
}

function usePlace({ url, knownS }: Place): { atS: number; durationS: number } {
  const atS = useVoicePlayer(({ places }) => places[url] ?? 0)
  const durationS = useVoicePlayer(({ lengths }) => lengths[url] ?? knownS ?? 0)
  return { atS: Math.min(atS, durationS || atS), durationS }
}

/** The waveform as a slider; a plain line of dots where there is none. */
function Track({ url, peaks, knownS }: Place & { peaks: readonly number[] | undefined }) {
  const place = usePlace({ url, knownS })
  const { atS, durationS } = place
  const path = barsOf(peaks ?? flat)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = soughtBy(event.key, place)
    if (event.key === ' ' || event.key === 'Enter') playOrPause(url)
    else if (to !== undefined) seek(url, to)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const seekTo = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    seek(url, Math.min(1, Math.max(0, (clientX - left) / width)) * durationS)
  }
  return (
    <div
      className={styles.track}
      role="slider"
      tabIndex={0}
      aria-label={t('voice.place')}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationS)}
      aria-valuenow={Math.round(atS)}
      aria-valuetext={t('voice.at', { at: clockOf(atS), whole: clockOf(durationS) })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // A press here is none on the message, whose menu would open.
        event.stopPropagation()
        if (event.button !== 0 || durationS === 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event)
      }}
    >
      <Bars path={path} />
      <Bars path={path} isPast style={{ clipPath: `inset(0 ${100 - (100 * atS) / (durationS || 1)}% 0 0)` }} />
    </div>
  )
}

const barWidth = 4
const height = 32
const flat: readonly number[] = Array(barCount).fill(0)

/** Draws a stroke for each bar, around the middle. */
const barsOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const half = (peak * (height - 6)) / 2
      return `M${index * barWidth + barWidth / 2} ${(height / 2 - half).toFixed(1)}v${(2 * half + 0.1).toFixed(1)}`
    })
    .join('')

interface BarsProps {
  path: string
  isPast?: true
  style?: React.CSSProperties
}

const Bars = ({ path, isPast, style }: BarsProps) => (
  <svg
    viewBox={`0 0 ${barCount * barWidth} ${height}`}
    preserveAspectRatio="none"
    data-past={isPast}
    style={style}
    aria-hidden
  >
    <path d={path} />
  </svg>
)

function Times({ url, knownS }: Place) {
  const { atS, durationS } = usePlace({ url, knownS })
  return (
    <span className={styles.times} aria-hidden>
      {durationS === 0 ? clockOf(atS) : `${clockOf(atS)} / ${clockOf(durationS)}`}
    </span>
  )
}

function Rate() {
  const rate = useVoicePlayer((player) => player.rate)
  const written = `${rate.toLocaleString(locale())}×`
  return (
    <button type="button" className={styles.rate} title={t('voice.rate')} onClick={nextRate}>
      <span className="visually-hidden">{t('voice.rate')} </span>
      {written}
    </button>
  )
}
