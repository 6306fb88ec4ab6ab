/** Parses `--agree`: the steps of the self-test to which its owner agrees beforehand. */
import { InvalidArgumentError } from 'commander'
import { type OwnMessageStep, ownMessageSteps } from '../../contract/selftest-own-messages.ts'

export function agreedSteps(typed: string): OwnMessageStep[] {
  const words = typed.split(',').map((word) => word.trim())
  const steps = ownMessageSteps.filter((step) => words.includes(step))
  if (words.every((word) => ownMessageSteps.some((step) => step === word))) return steps
  throw new InvalidArgumentError(`Words from ${ownMessageSteps.join(', ')}, with commas between them.`)
}
