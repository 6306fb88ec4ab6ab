/** Describes the outcomes of a row of Messages: which step of the relay stopped it, and what that means for people. */

/** The steps in the order in which a row passes them. */
export const relaySteps = ['complete', 'repeat', 'age', 'scope', 'echo', 'transforms', 'fan_out'] as const
export type RelayStep = (typeof relaySteps)[number]

interface Stop {
  at: RelayStep
  says: string
}

const skips = {
  no_chat: { at: 'complete', says: 'Messages never assigned the message to a conversation, and it names no sender.' },
  deleted: { at: 'complete', says: 'The message was deleted before it was complete.' },
  tapback: {
    at: 'complete',
    says: 'The message is a tapback. The event stream reports tapbacks, plugins do not receive them.',
  },
  update: { at: 'complete', says: 'The message updates an earlier one, such as a vote in a poll.' },
  system: { at: 'complete', says: 'This is a notice from Messages itself, such as “Anna left the conversation”.' },
  scheduled: { at: 'complete', says: 'The message is scheduled and has not been sent yet.' },
  unsent: { at: 'complete', says: 'The sender unsent the message before it was relayed.' },
  repeat: { at: 'repeat', says: 'The message is a copy of one that was ingested before.' },
  from_me: { at: 'scope', says: 'You wrote the message yourself, on one of your devices.' },
  junk: {
    at: 'scope',
    says: 'Messages files the conversation under a category that is not relayed, such as junk, or the sender is blocked.',
  },
  out_of_scope: { at: 'scope', says: 'Neither the whitelist nor `relay.scope` allows the sender or group.' },
  echo: { at: 'echo', says: 'This service sent the message.' },
} as const satisfies Record<string, Stop>

/** The reasons for which a row is not relayed. */
export type SkipReason = keyof typeof skips

const otherStops: Record<string, Stop> = {
  history: { at: 'age', says: 'The message was already old when it appeared here. It is history and is not relayed.' },
  waiting: {
    at: 'complete',
    says: 'Messages has not written the whole message yet. The message is relayed once it is complete.',
  },
}

/** Returns where a row was stopped; undefined for a relayed one, and for an outcome of another release. */
export const stopOf = (outcome: string): Stop | undefined =>
  Object.hasOwn(skips, outcome) ? skips[outcome as SkipReason] : otherStops[outcome]

/** Explains what it means to have passed a step; the last one depends on the plugins. */
export const passedNotes: Readonly<Record<Exclude<RelayStep, 'fan_out'>, string>> = {
  complete: 'The message is complete.',
  repeat: 'The message was not ingested before.',
  age: 'The message was new.',
  scope: 'The sender or group is relayed.',
  echo: 'This service did not send the message.',
  transforms: 'Filters and encryption apply on the way to each plugin. Each delivery shows the result.',
}
