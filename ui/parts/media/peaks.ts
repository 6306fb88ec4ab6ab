/** Measures how loud a recording is along its length, for its waveform. */

/** The number of bars for which a waveform on a phone has room. */
export const barCount = 44

/**
 * The loudest sample of each of `count` stretches, as a part of the loudest of all. A recording of silence has only
 * zeros.
 */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const peaks = Array.from({ length: count }, (_, index) => {
    const end = Math.floor(((index + 1) * samples.length) / count)
    let peak = 0
    for (let at = Math.floor((index * samples.length) / count); at < end; at++)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    return peak
  })
  const loudest = Math.max(...peaks)
  // Sounds fainter than this are the noise of a microphone.
  return loudest < 0.001 ? peaks.map(() => 0) : peaks.map((peak) => peak / loudest)
}
