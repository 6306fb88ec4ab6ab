/** Declares the addresses at which the owner lets a program in by OAuth, and what the page is told of the program. */

/** A program sends its user to this path, and the page sends the owner's decision to it. */
export const authorizePath = '/oauth/authorize'
/** Describes the program that asks with the same query. */
export const accessRequestPath = '/oauth/request'
/** The path below the base of the page at which the owner decides. */
export const letInPath = '/let-in'

export interface AccessRequest {
  /** The name that the program gives itself. */
  name: string
  /** The host that is told the decision. */
  host: string
  /** Whether that is the device of the browser. */
  is_this_machine: boolean
  /** The name of the Mac. */
  mac: string
  /** Whether the program asks to send, too. */
  wants_to_send: boolean
}
