/** Asks the owner to which own address the self-test may write, and before each step whether it may take it. */
import type { Handle } from '../../contract/ids.ts'
import { names } from '../../contract/names.ts'
import type { SelftestReason } from '../../contract/selftest.ts'
import { type OwnMessageCheckId, type OwnMessageStep, ownMessageChecks } from '../../contract/selftest-own-messages.ts'
import { sameHandle } from '../../domain/handles.ts'
import { ServiceError, unlessFailed } from '../../domain/service-error.ts'
import { openMessages } from '../../mac/open-messages.ts'
import type { SelftestContext } from '../../selftest/check.ts'
import { OwnMessages } from '../../selftest/own-messages/own-messages.ts'
import { ownWords } from '../../selftest/own-messages/own-words.ts'
import { ask, NotAnswered, type Terminal } from '../ask.ts'

interface Asked {
  home: string
  /** The address that was typed. */
  to: string | undefined
  /** The steps to which the owner has agreed beforehand. */
  agreed: readonly OwnMessageStep[]
  terminal: Terminal
  /** Ends the self-test, since the owner left a question unanswered. */
  stop(): void
  timings?: ConstructorParameters<typeof OwnMessages>[0]['timings']
}

/** The steps where they can be taken, and what the owner answers before each. */
export interface AskedOwnMessages {
  own: OwnMessages | undefined
  agree: SelftestContext['agree']
}

/** Throws `invalid_request` for an address that is not the owner's, before anything is tried. */
export async function askedOwnMessages(asked: Asked): Promise<AskedOwnMessages> {
  const to = await ownAddress(asked)
  // The checks of permissions report what is missing.
  if (to === undefined) return { own: undefined, agree: async () => 'permission_missing' }
  const words = ownWords(new Intl.DateTimeFormat().resolvedOptions().locale, Date.now())
  const own = new OwnMessages({ to, words, ...(asked.timings && { timings: asked.timings }) })
  asked.terminal.output.write(`Messages are sent to ${to}.\n`)
  return { own, agree: async (check) => (isOwnMessageCheck(check) ? answerTo(check, own, asked) : 'not_agreed') }
}

/** Undefined where chat.db cannot be read. */
async function ownAddress({ home, to, terminal }: Asked): Promise<Handle | undefined> {
  const addresses = readOwnAddresses(home)
  if (addresses === undefined) return undefined
  if (to !== undefined) {
    const own = addresses.find((address) => sameHandle(address, to))
    if (own !== undefined) return own
    throw refusal(`${to} is not one of your own addresses in Messages. Nothing was sent.`, addresses)
  }
  const [first, ...others] = addresses
  if (first === undefined) throw refusal('Messages holds no message of yours, so your own address is unknown.', [])
  return others.length === 0 ? first : chosen([first, ...others], terminal)
}

function readOwnAddresses(home: string): readonly Handle[] | undefined {
  const messages = openMessages(home)
  try {
    return unlessFailed(() => messages.selfHandles() as readonly Handle[])
  } finally {
    messages.close()
  }
}

async function chosen(addresses: readonly Handle[], terminal: Terminal): Promise<Handle> {
  for (const [index, address] of addresses.entries()) terminal.output.write(`  ${index + 1}  ${address}\n`)
  const answer = await ask({ question: 'Send to which of your addresses? ' }, 'add --to with one of them', terminal)
  const address = addresses[Number(answer) - 1]
  if (address !== undefined) return address
  throw refusal(`Answer with a number from 1 to ${addresses.length}. Nothing was sent.`, addresses)
}

const refusal = (message: string, addresses: readonly string[]): ServiceError =>
  new ServiceError('invalid_request', message, addresses.length === 0 ? {} : { addresses: [...addresses] })

async function answerTo(
  check: OwnMessageCheckId,
  own: OwnMessages,
  { agreed, terminal, stop }: Asked,
): Promise<true | SelftestReason> {
  const obstacle = own.obstacle(check)
  if (obstacle !== undefined) return obstacle
  const question = `${own.question(check)} [y/N] `
  const answerWith = (words: string) => terminal.output.write(`${question}${words}\n`)
  if (agreed.some((step) => `own_${step}` === check)) {
    answerWith('yes, by --agree')
    return true
  }
  if (terminal.input.isTTY !== true) {
    answerWith('no, since there is no terminal')
    return 'not_agreed'
  }
  try {
    const answer = await ask({ question }, `add --agree to ${names.command} selftest`, terminal)
    return /^y(es)?$/i.test(answer.trim()) ? true : 'not_agreed'
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    stop()
    return 'stopped'
  }
}

const isOwnMessageCheck = (check: string): check is OwnMessageCheckId => Object.hasOwn(ownMessageChecks, check)
