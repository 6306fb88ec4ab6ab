/**
 * Loads a part of the page when it is first shown, or ahead of that, and retries after a failure as soon as the service
 * responds.
 */
import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type LazyExoticComponent,
  lazy,
  useEffect,
  useState,
} from 'react'
import { t } from '../catalogue/texts.ts'
import { useStatus } from '../live/status.ts'

/** Thrown although the service responds: an update has replaced the part by another one, which only a reload finds. */
class PartMissing extends Error {
  constructor(cause: unknown) {
    super(t('kit.part_missing'), { cause })
  }
}

type Module<T> = { default: T }

export interface Loadable {
  /** Loads the part ahead, so that it is rendered at once; a failure is left to the rendering. */
  load(): Promise<void>
  isLoaded(): boolean
}

// biome-ignore lint/suspicious/noExplicitAny: React's own type uses it
export function lazyPart<T extends ComponentType<any>>(
  load: () => Promise<Module<T>>,
): LazyExoticComponent<T> & Loadable {
  let loaded: Module<T> | undefined
  const part = lazy(() => (loaded === undefined ? loadInTheEnd(load) : atHand(loaded)))
  return Object.assign(part, {
    async load() {
      loaded ??= await load().catch(() => undefined)
    },
    isLoaded: () => loaded !== undefined,
  })
}

/**
 * The same with a placeholder of its own. React keeps the placeholder of a `Suspense` for 300 ms, so that it does not
 * flicker, and the part begins its work only afterwards: too late for what is asked for at every first click.
 */
// biome-ignore lint/suspicious/noExplicitAny: React's own type uses it
export function promptPart<T extends ComponentType<any>>(
  load: () => Promise<Module<T>>,
  placeholder: ComponentType,
): ComponentType<ComponentProps<T>> & Loadable {
  const part = lazyPart(load)
  function Prompt(props: ComponentProps<T>) {
    const [isReady, setReady] = useState(part.isLoaded)
    useEffect(() => {
      let isOver = false
      // The part itself tries again and reports a failure to load.
      if (!isReady) void part.load().then(() => isOver || setReady(true))
      return () => {
        isOver = true
      }
    }, [isReady])
    return isReady ? createElement(part, props) : createElement(placeholder)
  }
  return Object.assign(Prompt, { load: part.load, isLoaded: part.isLoaded })
}

/** React renders what such a promise gives at once, without a placeholder before it. */
const atHand = <T>(module: T): Promise<T> =>
  // biome-ignore lint/suspicious/noThenProperty: a promise of the language would answer later
  ({ then: (give: (module: T) => void) => give(module) }) as Promise<T>

/** The first attempt after an outage may still come too early. */
const mostTries = 3

async function loadInTheEnd<T>(load: () => Promise<Module<T>>): Promise<Module<T>> {
  for (let tries = 1; ; tries++)
    try {
      return await load()
    } catch (error) {
      if (tries === mostTries) throw new PartMissing(error)
      const answer = nextAnswer()
      if (tries === 1) useStatus.getState().askNow()
      await answer
    }
}

/** Resolves at the next heartbeat that is answered. */
function nextAnswer(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = useStatus.subscribe(({ observed }, { observed: before }) => {
    if (observed.answeredAtMs !== before.answeredAtMs) resolve()
  })
  return promise.finally(end)
}

/** Returns what may help after an error: rendering again would only find the same part missing. */
export const retryAfter = (error: unknown, draw: () => void): (() => void) =>
  error instanceof PartMissing ? () => location.reload() : draw
