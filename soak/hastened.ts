/** Loaded before a process of a soak: whatever waits for a minute or longer waits for a part of it, as the day is shortened. */
const factor = Number(process.env.SOAK_FACTOR ?? '1')
const longMs = 60_000

type Timer = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout

const hastened = (timer: Timer): Timer =>
  Object.assign(
    (...[work, ms = 0, ...given]: Parameters<Timer>) => timer(work, ms >= longMs ? ms / factor : ms, ...given),
    timer,
  )

Object.assign(globalThis, { setTimeout: hastened(setTimeout), setInterval: hastened(setInterval) })
// Programs that this process starts in its turn are none of ours, and those in a sandbox could not read this file.
delete process.env.NODE_OPTIONS
