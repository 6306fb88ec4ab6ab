/**
 * Answers the calls that the process of a plugin makes. A call that the plugin's tier does not have is refused here,
 * whatever the process was made to send; it counts as a strike and is recorded in the audit log.
 */
import type { Logger } from '../../contract/log-entry.ts'
import { checkedFields } from '../field-checks.ts'
import type { HostedTier, HostFrame, RunnerFrame } from '../protocol.ts'
import type { CallHandlers } from './call-handlers.ts'
import { type Answer, isMethod, type Method, methods } from './methods.ts'
import { refusalFrame, refused } from './refusal.ts'
import type { CallServices } from './services.ts'

type CallFrame = Extract<RunnerFrame, { type: 'call' }>

/** The parts of the calling process that a call needs. */
export interface Caller {
  send(frame: HostFrame): boolean
  kill(reason: string): void
}

export interface CallServerDeps {
  plugin: string
  tier: HostedTier
  handlers: CallHandlers
  /** Gives more time to the delivery during which a call is made. */
  prolong(deliveryId: string): void
  audit: CallServices['audit']
  log: Logger
}

const mostStrikes = 5
const mostAtOnce = 32
const prolongEveryMs = 10_000

export class CallServer {
  readonly #deps: CallServerDeps
  #strikes = 0
  #underWay = 0
  /** Changes when the process is gone, so that answers to it are dropped. */
  #generation = 0

  constructor(deps: CallServerDeps) {
    this.#deps = deps
  }

  take(frame: CallFrame, from: Caller): void {
    const { call } = frame
    if (!isMethod(frame.method) || !methods[frame.method].tiers.includes(this.#deps.tier)) {
      from.send(refusalFrame(call, refused('tier_violation', '')))
      this.#strike(frame.method, from)
      return
    }
    const generation = this.#generation
    this.#underWay++
    const reply = (answer: HostFrame) => {
      if (generation !== this.#generation) return
      this.#underWay--
      from.send(answer)
    }
    this.#answer(frame.method, frame.args).then(
      (value) => reply({ type: 'result', call, value }),
      (error: unknown) => reply(refusalFrame(call, error)),
    )
  }

  /** Drops everything that the process had begun, because it is gone. */
  reset(): void {
    this.#generation++
    this.#strikes = 0
    this.#underWay = 0
    this.#deps.handlers.reset()
  }

  #strike(method: string, caller: Caller): void {
    const { plugin, tier, audit, log } = this.#deps
    this.#strikes++
    // An invalid name could be text that the plugin wants written down.
    const target = /^\w{1,40}$/.test(method) ? method : 'unknown'
    audit.append({ action: 'tier_violation', principal: `plugin:${plugin}`, target, result: 'refused' })
    log.warn(`Plugin ${plugin} called ${target}, which the tier ${tier} does not have. The call was refused.`)
    if (this.#strikes >= mostStrikes) caller.kill('asked again and again for what its tier does not allow')
  }

  async #answer(method: Method, given: CallFrame['args']): Promise<Answer> {
    const args = checkedFields(methods[method].args, given)
    if (args === undefined) throw refused('invalid_request', 'The arguments are not those of this call.')
    if (this.#underWay > mostAtOnce) throw refused('rate_limited', 'Too many calls at once.', 1)
    const { handlers } = this.#deps
    const handler = handlers[method] as (args: object) => Promise<Answer> | Answer
    return this.#limited(methods[method].limitMs, async () => handler.call(handlers, args), deliveryOf(args))
  }

  /** Does the work within its time limit, and gives the delivery during which it is done more time meanwhile. */
  async #limited(limitMs: number, work: () => Promise<Answer>, delivery: string | undefined): Promise<Answer> {
    const over = Promise.withResolvers<never>()
    const limit = setTimeout(() => over.reject(refused('call_timeout', 'It took too long.')), limitMs)
    const prolong = () => delivery !== undefined && this.#deps.prolong(delivery)
    const prolonging = setInterval(prolong, prolongEveryMs)
    prolong()
    try {
      return await Promise.race([work(), over.promise])
    } finally {
      clearTimeout(limit)
      clearInterval(prolonging)
      prolong()
    }
  }
}

const deliveryOf = (args: object): string | undefined =>
  'delivery_id' in args && typeof args.delivery_id === 'string' ? args.delivery_id : undefined
