/** Declares the addresses at which the owner lets a program in by OAuth, and what the page is told of the program. */

/** Where a program sends its user, and where the page sends the owner's decision. */
export const authorizePath = '/oauth/authorize'
/** Describes the program that asks with the same query. */
export const accessRequestPath = '/oauth/request'
/** Where the owner decides, below the base of the page. */
export const letInPath = '/let-in'

export interface AccessRequest {
  /** What the program calls itself. */
  name: string
  /** Where the decision is told. */
  host: string
  /** Whether that is the device of the browser. */
  is_this_machine: boolean
  /** The name of the Mac. */
  mac: string
  /** Whether the program asks to send, too. */
  wants_to_send: boolean
}
