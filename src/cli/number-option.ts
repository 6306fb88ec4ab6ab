/** Parses the value of an option that is a whole number. */
import { InvalidArgumentError } from 'commander'

/** `what` begins the sentence that says which numbers are possible. */
export const numberOption =
  (what: string, least: number, most: number) =>
  (typed: string): number => {
    const number = Number(typed)
    if (/^\d+$/.test(typed) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`${what} from ${least} to ${most}.`)
  }
