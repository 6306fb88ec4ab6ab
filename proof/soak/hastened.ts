/** Shortens every wait of a minute or longer by the factor of the day. It is loaded before each process of a soak. */
const factor = Number(process.env.SOAK_FACTOR ?? '1')
const longMs = 60_000

type Timer = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout

const hastened = (timer: Timer): Timer =>
  Object.assign(
    (...[work, ms = 0, ...given]: Parameters<Timer>) => timer(work, ms >= longMs ? ms / factor : ms, ...given),
    timer,
  )

Object.assign(globalThis, { setTimeout: hastened(setTimeout), setInterval: hastened(setInterval) })
// Programs that this process starts are not ours, and sandboxed ones could not read this file.
delete process.env.NODE_OPTIONS
