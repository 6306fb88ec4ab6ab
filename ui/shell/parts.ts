/** The parts of the page that addresses show, each loaded with its texts before it is first rendered. */
import { withPageTexts, withRelayTexts } from '../catalogue/page-texts.ts'
import { lazyPart, promptPart } from '../kit/lazy-part.ts'
import { Skeleton } from '../kit/States.tsx'
import { type ModuleName, modules, shownAt } from './modules.ts'

export const parts = {
  messages: lazyPart(modules.messages),
  conversation: promptPart(modules.conversation, Skeleton),
  newMessage: lazyPart(() => withPageTexts(modules.newMessage())),
  starred: lazyPart(() => withPageTexts(modules.starred())),
  administration: lazyPart(modules.administration),
  macs: lazyPart(() => withPageTexts(modules.macs())),
  relay: lazyPart(() => withRelayTexts(modules.relay())),
  deliveries: lazyPart(() => withRelayTexts(modules.deliveries())),
  plugins: lazyPart(() => withPageTexts(modules.plugins())),
  rules: lazyPart(() => withPageTexts(modules.rules())),
  health: lazyPart(() => withPageTexts(modules.health())),
  logs: lazyPart(() => withPageTexts(modules.logs())),
  statistics: lazyPart(() => withPageTexts(modules.statistics())),
  settings: lazyPart(() => withPageTexts(modules.settings())),
  letIn: lazyPart(() => withPageTexts(modules.letIn())),
} as const satisfies Record<ModuleName, unknown>

const load = (names: readonly ModuleName[]) => Promise.all(names.map((name) => parts[name].load()))

/** The shell does not wait longer, since a service that sleeps may never answer. */
const patienceMs = 1_500

/** Loads what the address shows, so that the first paint needs no placeholder for it. */
export const loadShown = (path: string): Promise<unknown> =>
  Promise.race([load(shownAt(path)), new Promise((resolve) => setTimeout(resolve, patienceMs))])

/** The places to which most people go next. */
const next: readonly ModuleName[] = ['messages', 'conversation', 'administration', 'relay']

/** Loads them when the browser has nothing else to do; returns the function that calls it off. */
export function loadNext(): () => void {
  const asked = whenIdle(() => void load(next))
  return () => notWhenIdle(asked)
}

/** Safari has no idle callbacks. */
const hasIdle = 'requestIdleCallback' in globalThis
const whenIdle = (run: () => void): number => (hasIdle ? requestIdleCallback(run) : window.setTimeout(run, 500))
const notWhenIdle = (asked: number): void => (hasIdle ? cancelIdleCallback(asked) : clearTimeout(asked))
