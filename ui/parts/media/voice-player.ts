/** Plays one recording of the page at a time, and goes on while its message is scrolled away. */
import { create } from 'zustand'

const rates = [1, 1.5, 2] as const
type Rate = (typeof rates)[number]

interface State {
  /** The address of the recording that plays or was played last. */
  url: string | undefined
  isPlaying: boolean
  /** The positions of recordings that were begun or sought in, in seconds. */
  places: Readonly<Record<string, number>>
  /** The durations of recordings that were played, in seconds. */
  lengths: Readonly<Record<string, number>>
  failed: ReadonlySet<string>
  rate: Rate
}

export const useVoicePlayer = create<State>(() => ({
  url: undefined,
  isPlaying: false,
  places: {},
  lengths: {},
  failed: new Set(),
  rate: 1,
}))

const { getState: state, setState: set } = useVoicePlayer

/** The page on which it was started: whoever leaves that hears no more of it. */
let startedOn = ''
const audio = new Audio()
audio.preload = 'none'

const place = (url: string, atS: number) => set(({ places }) => ({ places: { ...places, [url]: atS } }))

audio.addEventListener('playing', () => {
  set({ isPlaying: true })
  follow()
})
audio.addEventListener('pause', () => set({ isPlaying: false }))
audio.addEventListener('durationchange', () => {
  const { url } = state()
  const { duration } = audio
  if (url !== undefined && Number.isFinite(duration))
    set(({ lengths }) => ({ lengths: { ...lengths, [url]: duration } }))
})
audio.addEventListener('ended', () => {
  const { url } = state()
  set({ isPlaying: false })
  if (url !== undefined) place(url, 0)
  audio.currentTime = 0
})
audio.addEventListener('error', () => {
  const { url, failed } = state()
  if (url !== undefined) set({ isPlaying: false, failed: new Set([...failed, url]) })
})
// A video that starts silences the recording; this element is in no document, so it does not hear itself.
document.addEventListener('play', () => audio.pause(), true)

/** Moves the place along while it plays, as often as the screen is drawn. */
function follow(): void {
  const { url, isPlaying } = state()
  if (url === undefined || !isPlaying) return
  if (location.pathname !== startedOn) audio.pause()
  place(url, audio.currentTime)
  requestAnimationFrame(follow)
}
// A window in the background draws nothing, and yet has to hear when its page is left.
audio.addEventListener('timeupdate', () => {
  if (location.pathname !== startedOn) audio.pause()
})

/** Plays the recording from its place, or pauses it. */
export function playOrPause(url: string): void {
  if (state().url === url && !audio.paused) {
    audio.pause()
    return
  }
  for (const other of document.querySelectorAll<HTMLMediaElement>('video, audio')) other.pause()
  if (state().url !== url || state().failed.has(url)) {
    set(({ failed }) => ({ url, isPlaying: false, failed: new Set([...failed].filter((one) => one !== url)) }))
    audio.src = url
    audio.currentTime = state().places[url] ?? 0
  }
  startedOn = location.pathname
  audio.defaultPlaybackRate = state().rate
  audio.playbackRate = state().rate
  // A recording that cannot be played reports that by an event; an interruption by another press is no error.
  audio.play().catch(() => undefined)
}

export function seek(url: string, atS: number): void {
  place(url, atS)
  if (state().url === url) audio.currentTime = atS
}

/** Sets the next speed, for all recordings from now on. */
export function nextRate(): void {
  const rate = rates[(rates.indexOf(state().rate) + 1) % rates.length] ?? 1
  set({ rate })
  audio.defaultPlaybackRate = rate
  audio.playbackRate = rate
}
