/** Plays the tone for new messages: two short synthesized notes, once for many messages. */

let context: AudioContext | undefined
let playedAtMs = Number.NEGATIVE_INFINITY

const notAgainForMs = 4_000
export const isSpared = (lastMs: number, nowMs: number): boolean => nowMs - lastMs < notAgainForMs

const notes = [
  { hertz: 880, atS: 0 },
  { hertz: 1_174.66, atS: 0.09 },
] as const
const loud = 0.12
const noteS = 0.22

/** Plays nothing before the first interaction with the page, because browsers forbid it. */
export function playTone(nowMs = Date.now()): void {
  if (isSpared(playedAtMs, nowMs) || !navigator.userActivation?.hasBeenActive) return
  playedAtMs = nowMs
  context ??= new AudioContext()
  void context.resume()
  for (const { hertz, atS } of notes) play(context, { hertz, atS: context.currentTime + atS })
}

function play(on: AudioContext, { hertz, atS }: { hertz: number; atS: number }): void {
  const [tone, volume] = [on.createOscillator(), on.createGain()]
  tone.type = 'sine'
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(0, atS)
  volume.gain.linearRampToValueAtTime(loud, atS + 0.01)
  volume.gain.exponentialRampToValueAtTime(0.0001, atS + noteS)
  tone.connect(volume).connect(on.destination)
  tone.start(atS)
  tone.stop(atS + noteS)
}
