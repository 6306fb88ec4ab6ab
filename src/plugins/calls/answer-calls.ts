/**
 * Answers the calls that the process of a plugin makes. A call that the plugin's tier does not have is refused here,
 * whatever the process was made to send; it counts as a strike and is recorded in the audit log.
 */
import type { Logger } from '../../contract/log-entry.ts'
import { checkedFields } from '../field-checks.ts'
import type { HostedTier, HostFrame, RunnerFrame } from '../protocol.ts'
import { type Answer, type ArgsOf, isMethod, type Method, methods } from './methods.ts'
import { refusalFrame, refused } from './refusal.ts'
import type { CallServices } from './services.ts'

type CallFrame = Extract<RunnerFrame, { type: 'call' }>

/** The parts of the calling process that a call needs. */
export interface Caller {
  send(frame: HostFrame): boolean
  kill(reason: string): void
}

/** One function for each method; the answers are plain JSON. */
export type Answers = { [M in Method]: (args: ArgsOf<M>) => Promise<Answer> | Answer }

export interface Calls {
  take(frame: CallFrame, from: Caller): void
  /** The process is gone: everything that it had begun is dropped. */
  reset(): void
}

export interface AnswerCallsDeps {
  plugin: string
  tier: HostedTier
  answers: Answers
  /** Closes open files and drops incomplete uploads. */
  reset(): void
  /** Gives more time to the delivery during which a call is made. */
  prolong(deliveryId: string): void
  audit: CallServices['audit']
  log: Logger
}

const mostStrikes = 5
const mostAtOnce = 32
const prolongEveryMs = 10_000

export function answerCalls({ plugin, tier, answers, reset, prolong, audit, log }: AnswerCallsDeps): Calls {
  let strikes = 0
  let underWay = 0
  /** Changes when the process is gone, so that answers to it are dropped. */
  let generation = 0

  const strike = (method: string, { kill }: Caller): void => {
    strikes++
    // An invalid name could be text that the plugin wants written down.
    const target = /^\w{1,40}$/.test(method) ? method : 'unknown'
    audit.append({ action: 'tier_violation', principal: `plugin:${plugin}`, target, result: 'refused' })
    log.warn(`Plugin ${plugin} called ${target}, which the tier ${tier} does not have. The call was refused.`)
    if (strikes >= mostStrikes) kill('asked again and again for what its tier does not allow')
  }

  const answered = async (frame: CallFrame): Promise<Answer> => {
    const method = frame.method as Method
    const args = checkedFields(methods[method].args, frame.args)
    if (args === undefined) throw refused('invalid_request', 'The arguments are not those of this call.')
    if (underWay > mostAtOnce) throw refused('rate_limited', 'Too many calls at once.', 1)
    const answer = answers[method] as (args: object) => Promise<Answer> | Answer
    return withTime(methods[method].limitMs, async () => answer(args), deliveryOf(args))
  }

  const withTime = async (limitMs: number, work: () => Promise<Answer>, delivery: string | undefined) => {
    const over = Promise.withResolvers<never>()
    const limit = setTimeout(() => over.reject(refused('call_timeout', 'It took too long.')), limitMs)
    const more = () => delivery !== undefined && prolong(delivery)
    const going = setInterval(more, prolongEveryMs)
    more()
    try {
      return await Promise.race([work(), over.promise])
    } finally {
      clearTimeout(limit)
      clearInterval(going)
      more()
    }
  }

  return {
    take(frame, from) {
      const { call } = frame
      if (!isMethod(frame.method) || !methods[frame.method].tiers.includes(tier)) {
        from.send(refusalFrame(call, refused('tier_violation', '')))
        strike(frame.method, from)
        return
      }
      const asked = generation
      underWay++
      const reply = (answer: HostFrame) => {
        if (asked !== generation) return
        underWay--
        from.send(answer)
      }
      answered(frame).then(
        (value) => reply({ type: 'result', call, value }),
        (error: unknown) => reply(refusalFrame(call, error)),
      )
    },
    reset() {
      generation++
      strikes = 0
      underWay = 0
      reset()
    },
  }
}

const deliveryOf = (args: object): string | undefined =>
  'delivery_id' in args && typeof args.delivery_id === 'string' ? args.delivery_id : undefined
