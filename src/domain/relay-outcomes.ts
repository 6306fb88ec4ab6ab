/** Describes the outcomes of a row of Messages: which step of the relay stopped it, and what that means for people. */

/** The steps in the order in which a row passes them. */
export const relaySteps = ['complete', 'repeat', 'age', 'scope', 'echo', 'transforms', 'fan_out'] as const
export type RelayStep = (typeof relaySteps)[number]

interface Stop {
  at: RelayStep
  says: string
}

const skips = {
  no_chat: { at: 'complete', says: 'Messages never put it into a conversation, and nobody is named as its sender.' },
  deleted: { at: 'complete', says: 'It was deleted before it was complete.' },
  tapback: { at: 'complete', says: 'It is a tapback: the event stream tells of it, integrations are not handed it.' },
  update: { at: 'complete', says: 'It is the new state of something sent before, such as a vote in a poll.' },
  system: { at: 'complete', says: 'It is a line of Messages itself, such as “Anna left the conversation”.' },
  scheduled: { at: 'complete', says: 'It was written to be sent later, and is not sent yet.' },
  unsent: { at: 'complete', says: 'Its sender took it back before it was relayed.' },
  repeat: { at: 'repeat', says: 'It is a second copy of a message that was taken in before.' },
  from_me: { at: 'scope', says: 'You wrote it yourself, on one of your devices.' },
  junk: {
    at: 'scope',
    says: 'Messages files it under a category that is not relayed, such as junk, or its sender is blocked.',
  },
  out_of_scope: { at: 'scope', says: 'Neither the whitelist nor `relay.scope` lets its sender or group through.' },
  echo: { at: 'echo', says: 'This service sent it.' },
} as const satisfies Record<string, Stop>

/** The reasons for which a row is not relayed. */
export type SkipReason = keyof typeof skips

const otherStops: Record<string, Stop> = {
  history: { at: 'age', says: 'It was old when it appeared here: it is history, and not relayed.' },
  waiting: { at: 'complete', says: 'Messages has not written all of it yet. It is relayed when it is whole.' },
}

/** Returns where a row was stopped; undefined for a relayed one, and for an outcome of another release. */
export const stopOf = (outcome: string): Stop | undefined =>
  Object.hasOwn(skips, outcome) ? skips[outcome as SkipReason] : otherStops[outcome]

/** Explains what it means to have passed a step; the last one depends on the integrations. */
export const passedNotes: Readonly<Record<Exclude<RelayStep, 'fan_out'>, string>> = {
  complete: 'It is a whole message.',
  repeat: 'It was not taken in before.',
  age: 'It was new.',
  scope: 'Its sender or group is relayed.',
  echo: 'This service did not send it.',
  transforms: 'Filters and encryption act on the way to each integration: its delivery tells what they did.',
}
