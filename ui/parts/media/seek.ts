/** Decides where a key leads in a recording, and writes times as players do. */

/** Seconds of a step with an arrow key: short recordings have short steps. */
const stepIn = (durationS: number): number => (durationS >= 60 ? 5 : 1)

/** Returns the new place in seconds, or undefined for a key that does not seek. */
export function soughtBy(key: string, { atS, durationS }: { atS: number; durationS: number }): number | undefined {
  const step = stepIn(durationS)
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: atS - step,
    ArrowDown: atS - step,
    ArrowRight: atS + step,
    ArrowUp: atS + step,
    PageDown: atS - durationS / 10,
    PageUp: atS + durationS / 10,
    Home: 0,
    End: durationS,
  }
  const to = moves[key]
  return to === undefined ? undefined : Math.min(durationS, Math.max(0, to))
}

/** Formats a time as `0:07`, `12:30` or `1:02:03`. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value % 60).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? `${minutes}:${two(whole)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(whole)}`
}
